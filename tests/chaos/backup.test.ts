import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { enqueue } from '#offline/outbox.ts'
import { syncOnce } from '#offline/sync.ts'
import type { Answer, SyncCalls } from '#offline/sync-calls.ts'
import { openAdminSocket } from '../../server/admin-socket/admin-socket.ts'
import { createAppContext } from '../../server/app-context.ts'
import { backUp } from '../../server/cli/back-up.ts'
import { restore } from '../../server/cli/restore.ts'
import { rowsOf } from '../../server/db/client.ts'
import { openEmbedded, openPostgres } from '../../server/db/connect.ts'
import { lockDataDirectory } from '../../server/db/lock-file.ts'
import { readSettings, type Settings } from '../../server/settings.ts'
import { aMachine, aProduct, type StandingMachine } from '../support/fleet.ts'
import { freshDatabase, startPostgres } from '../support/postgres.ts'
import { aCompany, aUser, createTestApp, signedIn } from '../support/test-context.ts'
import { type Caller, callerWith } from '../support/two-companies.ts'
import { aDevice } from '../sync/simulation/a-device.ts'
import { outboxOn, stockOn } from '../sync/simulation/memory-store.ts'
import { checkLedger } from './ledger-check.ts'
import type { Restock } from './restocks.ts'

const DEVICES = 3

let dataDir: string
let file: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rm-backup-'))
  file = join(dataDir, 'kept.backup')
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function settingsFor(databaseUrl: string | undefined): Settings {
  const read = readSettings({ LOG_LEVEL: 'silent', CAPTCHA: 'off', DEMO: 'off', DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' })
  if ('wrong' in read) throw new Error(read.wrong)
  return read.settings
}

/** A production-like server without a port. */
async function aServer(settings: Settings) {
  const lock = lockDataDirectory(settings.dataDir)
  if (!('release' in lock)) throw new Error('the data directory is in use')
  const opened = settings.databaseUrl ? await openPostgres(settings.databaseUrl, 5) : await openEmbedded(settings.dataDir)
  if ('wrong' in opened) throw new Error(opened.wrong)
  const ctx = createAppContext(settings, opened.database, randomBytes(32))
  const app = await createTestApp(ctx)
  const closeDoor = settings.databaseUrl ? async () => {} : await openAdminSocket({ ...ctx, log: app.log })
  let hasLeft = false
  const leave = async () => {
    if (hasLeft) return
    hasLeft = true
    await app.close()
    await closeDoor()
    await ctx.database.close()
    lock.release()
  }
  onTestFinished(leave)
  return {
    ctx,
    signIn: (login: string) => signedIn(app, login),
    as: (who: Awaited<ReturnType<typeof signedIn>>) => callerWith(app, who),
    leave,
  }
}

/** The sync engine's calls, sent to a server in this process. */
function callsTo(call: Caller): SyncCalls {
  const ask = async <T>(path: string, body: object): Promise<Answer<T>> => {
    const answer = await call('POST', path, { deviceId: 'phone', ...body })
    if (answer.statusCode === 200) return { state: 'answered', value: answer.json<{ data: T }>().data }
    if (answer.statusCode === 401) return { state: 'signed-out' }
    return { state: 'refused', status: answer.statusCode, code: answer.json<{ code: string }>().code }
  }
  return {
    ask: async () => ({ state: 'answered', value: null }),
    push: (ops) => ask('/sync/push', { ops }),
    pull: (from) => ask('/sync/pull', from),
  }
}

/** A phone that restocks and syncs after each restock, and everything ever recorded on it. */
function aRestocker(machine: StandingMachine) {
  const { disk, device: simulated } = aDevice()
  const device = { ...simulated, now: Date.now }
  const point = machine.slot('1').point
  const done: Restock[] = []
  return {
    disk,
    done,
    sync: (call: Caller) => syncOnce(device, callsTo(call)),
    async restock(call: Caller) {
      const items = [{ productInstallationId: point, quantity: 1 }]
      const key = randomUUID()
      await enqueue(device, { call: 'restockSlots', machineId: machine.id, body: items }, key)
      expect(await syncOnce(device, callsTo(call))).toMatchObject({ state: 'reachable' })
      done.push({ key, machineId: machine.id, occurredAt: '', items, isAcknowledged: true })
    },
  }
}

describe.each(['embedded', 'postgresql'] as const)('a backup of the %s database', (kind) => {
  test('taken during work and restored, keeps all acknowledged work and counts nothing twice', async ({ skip }) => {
    const postgres = kind === 'postgresql' ? await startPostgres() : null
    if (postgres && 'missing' in postgres) return skip(postgres.missing)
    if (postgres) onTestFinished(postgres.stop)
    const settings = settingsFor(postgres ? await freshDatabase(postgres.url) : undefined)
    const server = await aServer(settings)
    const { ctx } = server
    const company = (await aCompany(ctx)).id
    await aUser(ctx, { id: company }, { login: 'manager' })
    const product = await aProduct(ctx, company)
    const machine = await aMachine(ctx, company, { slots: [{ number: '1', product, max: 10, quantity: 4 }] })
    const signIn = await server.signIn('manager')
    const call = server.as(signIn)
    const phones = Array.from({ length: DEVICES }, () => aRestocker(machine))
    const rounds = async (times: number) => {
      await Promise.all(
        phones.map(async (phone) => {
          for (let round = 0; round < times; round++) await phone.restock(call)
        }),
      )
    }

    await rounds(2)
    const [backup] = await Promise.all([backUp(settings, file), rounds(10)])
    expect(backup).toMatchObject({ file })
    await rounds(3)
    expect(await restore(settings, file, { confirmed: true })).toEqual({ wrong: expect.stringMatching(/stop (that process|it) first/) })
    await server.leave()

    expect(await restore(settings, file, { confirmed: false })).toEqual({ wrong: expect.stringContaining('--confirm') })
    expect(await restore(settings, file, { confirmed: true })).toMatchObject({ rows: expect.any(Number) })
    const again = await aServer(settings)
    const done = phones.flatMap((phone) => phone.done)
    const before = [{ id: machine.slot('1').point, machineId: machine.id, balance: 4_000 }]
    const check = () => checkLedger(again.ctx.database.owner, company, done, before)
    // Operations after the backup are not in it, so the phones have to send them again.
    expect((await check()).lost.length).toBeGreaterThanOrEqual(3 * DEVICES)

    const anew = again.as(await again.signIn('manager'))
    for (const phone of phones) {
      expect(await phone.sync(again.as(signIn))).toMatchObject({ state: 'signed-out' })
      expect(await phone.sync(anew)).toMatchObject({ state: 'reachable' })
      expect(outboxOn(phone.disk).entries).toEqual([])
    }
    expect(await check()).toEqual({ lost: [], twice: [], operations: [], mismatches: [], wrong: [], pointsChecked: 1 })
    for (const phone of phones) await phone.sync(anew)
    for (const phone of phones) expect(stockOn(phone.disk)[0]?.stocks[0]?.balance).toBe(4_000 + done.length * 1_000)
    // Numbers assigned after the backup are known to some phone and must never be reused.
    expect(await aProduct(again.ctx, company)).toBeGreaterThan(1_000_000)
    await again.leave()
  }, 600_000)
})

test('restoring an incomplete or missing backup changes nothing', async () => {
  const settings = settingsFor(undefined)
  const server = await aServer(settings)
  // Only the owner of the directory may use the admin socket.
  expect(statSync(join(dataDir, 'roundsman.sock')).mode & 0o777).toBe(0o600)
  const company = (await aCompany(server.ctx)).id
  for (let index = 0; index < 50; index++) await aProduct(server.ctx, company)
  expect(await backUp(settings, file)).toMatchObject({ blockedMs: expect.any(Number) })
  expect(await backUp(settings, file)).toEqual({ wrong: expect.stringContaining('already exists') })
  await server.leave()

  const whole = readFileSync(file)
  writeFileSync(file, whole.subarray(0, whole.length - 20))
  expect(await restore(settings, file, { confirmed: true })).toEqual({ wrong: expect.stringContaining('Nothing was restored') })
  writeFileSync(file, 'something else')
  expect(await restore(settings, file, { confirmed: true })).toEqual({ wrong: expect.stringContaining('is not a backup') })

  const again = await aServer(settings)
  const [found] = await again.ctx.database.asSystem((db) =>
    rowsOf<{ products: number }>(db, sql`select count(*)::int as products from products`),
  )
  expect(found).toEqual({ products: 50 })
  await again.leave()
}, 600_000)
