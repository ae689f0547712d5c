import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
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

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Seals a text with AES-256-GCM, bound to where it is kept: moved to another row, it cannot be opened. */
export function seal(key: Buffer, plain: string, boundTo: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Null where it was sealed by another key, for another place, or was changed since. */
export function unseal(key: Buffer, sealed: string, boundTo: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
