import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockDataDirectory } from '../../server/database/lock-file.ts'
import { killServer } from './kill.ts'
import { freePort, startServer } from './server-process.ts'
import { isWhole } from './under-trouble.ts'

const plan = { seed: 20, times: 3, restocks: 300, clients: 20 }

test('a server killed while it records restocks loses none, counts none twice, and its balances are the fold of its ledger', async () => {
  const report = await killServer({ ...plan, database: 'embedded' })
  expect(report).toMatchObject({
    times: 3,
    acknowledged: 300,
    lost: [],
    twice: [],
    operations: [],
    unfolded: [],
    wrong: [],
    unforeseen: [],
    failedStarts: [],
  })
}, 180_000)

test('so does one on PostgreSQL', async ({ skip }) => {
  const report = await killServer({ ...plan, database: 'postgresql' })
  if ('missing' in report) return skip(report.missing)
  expect(isWhole(report)).toBe(true)
  expect(report.times).toBe(3)
}, 180_000)

test('a server that does not start is told of in its own words', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'roundsman-kill-'))
  const lock = lockDataDirectory(dataDir)
  await expect(startServer({ port: await freePort(), dataDir }).ready).rejects.toThrow(`is in use by process ${process.pid}`)
  if ('release' in lock) lock.release()
  rmSync(dataDir, { recursive: true })
})
