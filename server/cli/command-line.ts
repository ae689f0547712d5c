import { readSettings, type Settings } from '../settings.ts'

/** The settings of a command, which are those of the server. */
export function settingsOrLeave(): Settings {
  const read = readSettings(process.env)
  if ('wrong' in read) leaveWith(read.wrong)
  return read.settings
}

/** Ends a command with an error message. */
export function leaveWith(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
