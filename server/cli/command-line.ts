import { readSettings, type Settings } from '../settings.ts'

/** The settings that a command runs with, the same as the server's. */
export function settingsOrLeave(): Settings {
  const read = readSettings(process.env)
  if ('wrong' in read) leaveWith(read.wrong)
  return read.settings
}

/** Ends a command with one sentence on what to do. */
export function leaveWith(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
