import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'

/** Writes a new file with owner-only access and flushes it to disk, so that a power cut leaves no unreadable file. */
export function writeDurably(path: string, content: string): void {
  const file = openSync(path, 'wx', 0o600)
  writeSync(file, content)
  fsyncSync(file)
  closeSync(file)
}
