import { expect, test } from 'vitest'
import { withoutTimers } from '../tests/support/manual-timeouts.ts'
import { createTestApp } from '../tests/support/test-context.ts'
import { twoCompanies } from '../tests/support/two-companies.ts'
import { isDiskFull, watchDisk } from './disk.ts'

test('full disk is detected by the codes of database and system', () => {
  expect(isDiskFull(new Error('failed', { cause: Object.assign(new Error('could not extend file'), { code: '53100' }) }))).toBe(true)
  expect(isDiskFull(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toBe(true)
  expect(isDiskFull(Object.assign(new Error('duplicate'), { code: '23505' }))).toBe(false)
})

test('full disk is logged once and degrades the health for a minute', async () => {
  let now = 0
  const disk = watchDisk('.', () => now)
  expect([disk.noteFailure(), disk.noteFailure()]).toEqual([true, false])
  expect(await disk.isFull()).toBe(true)
  now = 61_000
  expect(await disk.isFull()).toBe(false)

  const world = await twoCompanies()
  const { database } = world.ctx
  const withTenant = () => Promise.reject(Object.assign(new Error('could not extend file'), { code: '53100' }))
  const app = await createTestApp({ ...world.ctx, database: { ...database, withTenant } })
  const refused = await app.inject({ method: 'POST', url: '/api/groups', headers: world.manager.signIn, payload: { name: 'North' } })
  expect(refused.json()).toMatchObject({ status: 503, code: 'DISK_FULL', title: 'disk full' })
  expect((await withoutTimers(() => app.inject('/api/health'))).json().data).toMatchObject({ status: 'degraded' })
  await app.close()
  await world.close()
})
