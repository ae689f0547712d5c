import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'

/** Writes a new file that only we may read, down to the disk: a power cut must not leave one behind that nobody can read. */
export function writeDurably(path: string, content: string): void {
  const file = openSync(path, 'wx', 0o600)
  writeSync(file, content)
  fsyncSync(file)
  closeSync(file)
}
