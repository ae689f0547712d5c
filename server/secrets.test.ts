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

test('the key is made once, for its owner alone', () => {
  const key = masterKey(folder)
  expect(key).toHaveLength(32)
  expect(masterKey(folder)).toEqual(key)
  expect(readdirSync(folder)).toEqual(['master.key'])
  if (process.platform !== 'win32') expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o600)
})

test('a key that is given counts for every server alike, and is written nowhere', () => {
  const given = randomBytes(32).toString('base64url')
  expect(masterKey(folder, given)).toEqual(Buffer.from(given, 'base64url'))
  expect(readdirSync(folder)).toEqual([])
})

test('a given key that is not whole stops the start, and is not printed', () => {
  const read = readSettings({ MASTER_KEY: 'c2hvcnQ' })
  expect(read).toMatchObject({ wrong: expect.stringContaining('MASTER_KEY must be 32 bytes') })
  expect(JSON.stringify(read)).not.toContain('c2hvcnQ')
})

test('a start that was killed while it made the key leaves nothing of it to the next', () => {
  writeFileSync(join(folder, 'master.key.new'), 'half of a k')
  expect(masterKey(folder)).toHaveLength(32)
  expect(readdirSync(folder)).toEqual(['master.key'])
})

test.each(['', 'c2hvcnQ'])('no server starts on a key that is not whole: "%s"', (left) => {
  writeFileSync(join(folder, 'master.key'), left)
  expect(masterKey(folder)).toMatchObject({ wrong: expect.stringContaining('holds no whole key') })
  expect(readFileSync(join(folder, 'master.key'), 'utf8')).toBe(left)
})
