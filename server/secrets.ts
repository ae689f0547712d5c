import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from './write-durably.ts'

const BYTES = 32

/** The installation's master key: the given one, or one made on first start with mode 600. Every other key is derived from it. */
export function masterKey(folder: string, given: string | null = null): Buffer | { wrong: string } {
  if (given !== null) return Buffer.from(given, 'base64url')
  const path = join(folder, 'master.key')
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Whole or not at all: a start that is killed meanwhile must not leave half a key, or none, for all others to be derived from.
    const draft = `${path}.new`
    rmSync(draft, { force: true })
    writeDurably(draft, randomBytes(BYTES).toString('base64url'))
    renameSync(draft, path)
  }
  chmodSync(path, 0o600)
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url')
  if (key.length === BYTES) return key
  return {
    wrong: `${path} holds no whole key; bring it back from a backup, or remove it: a new one is made, and links to files that were given out no longer work.`,
  }
}
