import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { masterKey } from './secrets.ts'
import { readSettings } from './settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roundsman-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('key is generated once and readable by its owner only', () => {
  const key = masterKey(folder)
  expect(key).toHaveLength(32)
  expect(masterKey(folder)).toEqual(key)
  expect(readdirSync(folder)).toEqual(['master.key'])
  if (process.platform !== 'win32') expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o600)
})

test('configured key is used as is and never written to disk', () => {
  const given = randomBytes(32).toString('base64url')
  expect(masterKey(folder, given)).toEqual(Buffer.from(given, 'base64url'))
  expect(readdirSync(folder)).toEqual([])
})

test('incomplete configured key stops the start and is not printed', () => {
  const read = readSettings({ MASTER_KEY: 'c2hvcnQ' })
  expect(read).toMatchObject({ wrong: expect.stringContaining('MASTER_KEY must be 32 bytes') })
  expect(JSON.stringify(read)).not.toContain('c2hvcnQ')
})

test('start killed during key creation leaves no partial key', () => {
  writeFileSync(join(folder, 'master.key.new'), 'half of a k')
  expect(masterKey(folder)).toHaveLength(32)
  expect(readdirSync(folder)).toEqual(['master.key'])
})

test.each(['', 'c2hvcnQ'])('incomplete key file stops the start: "%s"', (left) => {
  writeFileSync(join(folder, 'master.key'), left)
  expect(masterKey(folder)).toMatchObject({ wrong: expect.stringContaining('contains no complete key') })
  expect(readFileSync(join(folder, 'master.key'), 'utf8')).toBe(left)
})
