import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from './data-folder.ts'

const BYTES = 32

/**
 * The installation's master key: the configured one, or one generated at the first start with mode 600. All other keys are derived from it.
 */
export function masterKey(folder: string, given: string | null = null): Buffer | { wrong: string } {
  if (given !== null) return Buffer.from(given, 'base64url')
  const path = join(folder, 'master.key')
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Written atomically, because an incomplete or empty key after a killed start would become the base of all other keys.
    const draft = `${path}.new`
    rmSync(draft, { force: true })
    writeDurably(draft, randomBytes(BYTES).toString('base64url'))
    renameSync(draft, path)
  }
  chmodSync(path, 0o600)
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url')
  if (key.length === BYTES) return key
  return {
    wrong: `${path} contains no complete key; restore it from a backup, or delete it: a new key is generated, and existing links to files stop working.`,
  }
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a text with AES-256-GCM, bound to its location, so that it cannot be decrypted in another row. */
export function seal(key: Buffer, plain: string, boundTo: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Null if it was encrypted with another key or for another location, or was changed. */
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
