import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataDirectory } from '../../server/db/lock-file.ts'
import { isLong } from '../support/long.ts'
import { takePort } from '../support/ports.ts'
import { seed } from '../support/seed.ts'
import { killServer } from './kill.ts'
import { startServer } from './server-process.ts'
import { isWhole, NO_FAILURES } from './under-faults.ts'

const plan = { seed, times: isLong ? 20 : 2, restocks: isLong ? 3_000 : 300, clients: 20 }

test('a server killed during restocks loses none, counts none twice, and keeps correct balances', async () => {
  const report = await killServer({ ...plan, database: 'embedded' })
  expect(report).toMatchObject({
    times: plan.times,
    acknowledged: plan.restocks,
    ...NO_FAILURES,
  })
}, 600_000)

test('a server on PostgreSQL killed during restocks does the same', async ({ skip }) => {
  const report = await killServer({ ...plan, database: 'postgresql' })
  if ('missing' in report) return skip(report.missing)
  expect(isWhole(report)).toBe(true)
  expect(report.times).toBe(plan.times)
}, 600_000)

test('a server that fails to start is reported with its own message', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'roundsman-kill-'))
  const lock = lockDataDirectory(dataDir)
  onTestFinished(() => {
    if ('release' in lock) lock.release()
    rmSync(dataDir, { recursive: true })
  })
  await expect(startServer({ port: await takePort(), dataDir }).ready).rejects.toThrow(`is in use by process ${process.pid}`)
})
