import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The installation's master key, made on first start with mode 600. Every other key is derived from it. */
export function masterKey(folder: string): Buffer {
  const path = join(folder, 'master.key')
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  }
  chmodSync(path, 0o600)
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url')
}
