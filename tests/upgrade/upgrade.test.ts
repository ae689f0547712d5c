import 'fake-indexeddb/auto'
import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Account } from '#contract/account.ts'
import { CALLS, unpackInventory } from '#contract/sync.ts'
import { MINUTE, type Moment } from '#domain/time.ts'
import { LocalDb } from '#offline/database.ts'
import { outboxIn } from '#offline/outbox.ts'
import { OUTBOX } from '#offline/records.ts'
import { syncOnce } from '#offline/sync.ts'
import { type Database, type Db, rowsOf } from '../../server/db/client.ts'
import { openEmbedded } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import { levelsAndFolds } from '../chaos/ledger-check.ts'
import { aClock, createTestApp, createTestContext, signedIn } from '../support/test-context.ts'
import { callerWith } from '../support/two-companies.ts'
import { type Kept, keptVersions, readKept } from './corpus.ts'
import { openPhone } from './phone.ts'
import { restoreDatabase, type SavedDatabase } from './saved-database.ts'
import { restorePhone } from './saved-phone.ts'

/** Opens the saved database and migrates it with this server's own start. */
async function openKept(saved: SavedDatabase): Promise<Database> {
  const engine = await PGlite.create()
  const owner = drizzle(engine, { casing: 'snake_case' }) as unknown as Db
  await restoreDatabase(owner, saved)
  await migrate(owner)
  const blob = await engine.dumpDataDir('none')
  await engine.close()
  const opened = await openEmbedded(null, blob)
  if ('wrong' in opened) throw new Error(opened.wrong)
  return opened.database
}

/** A minute after the last operation on the phone: later, entries of the journal expire. */
function keptAt({ phone }: Kept): Moment {
  const rows = phone.tables.find(({ name }) => name === 'outbox')?.rows as { rawAt?: Moment }[]
  return Math.max(...rows.map(({ rawAt = 0 }) => rawAt)) + MINUTE
}

describe.each(keptVersions())('data of version %s', (version) => {
  it('is readable: users sign in, pending operations count, and stock is correct', async () => {
    const kept = readKept(version)
    const database = await openKept(kept.database)
    const { now } = aClock(keptAt(kept))
    const ctx = await createTestContext({ database, now })
    onTestFinished(database.close)
    const app = await createTestApp(ctx)
    onTestFinished(() => app.close())
    const signIn = await signedIn(app, 'manager')
    const account = (await callerWith(app, signIn)('GET', '/accounts/me')).json<{ data: Account }>().data

    await restorePhone(kept.phone)
    const { db, device, calls } = await openPhone(app, signIn, account, now)
    // The next version restores its phone under the same name.
    onTestFinished(() => db.delete())
    expect(db.name).toBe(kept.phone.name)
    const before = await device.store.read(OUTBOX, outboxIn)
    expect(new Set(before.entries.map(({ state }) => state))).toEqual(new Set(['queued', 'sending', 'acknowledged', 'needs-you']))
    expect(before.corrupt).toHaveLength(1)
    expect(await db.drafts.count()).toBe(1)
    // The tables of photos are new, and empty.
    expect([await db.photos.count(), await db.photoContents.count()]).toEqual([0, 0])

    expect(await syncOnce(device, calls)).toMatchObject({ state: 'reachable' })

    const after = await device.store.read(OUTBOX, outboxIn)
    const refused = before.entries.filter(({ state }) => state === 'needs-you').map(({ opId }) => opId)
    expect(after.entries.map(({ opId }) => opId)).toEqual(refused)
    expect(after.corrupt).toEqual(before.corrupt)
    const counted = await rowsOf<{ id: string; call: (typeof CALLS)[number] }>(
      database.owner,
      sql`select id, call from operations where status = 'applied'`,
    )
    const ids = counted.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(before.entries.map(({ opId }) => opId).filter((opId) => !refused.includes(opId))))
    expect(
      (await db.journal.toArray())
        .filter(({ state }) => state === 'processed')
        .map(({ opId }) => opId)
        .toSorted(),
    ).toEqual(ids.toSorted())

    const levels = await rowsOf<{ balance: number; fold: number }>(database.owner, levelsAndFolds(account.companyId))
    expect(levels.length).toBeGreaterThan(1)
    expect(levels.filter(({ balance, fold }) => balance !== fold)).toEqual([])
    const shown = (await db.inventory.toArray()).map(unpackInventory).flatMap(({ stocks }) => stocks.map(({ balance }) => balance))
    expect(shown).toEqual(levels.map(({ balance }) => balance))
  })
})

it('responses that version 0.1.0 stored as metadata are dropped', async () => {
  const { phone } = readKept('0.1.0')
  const olds = [
    { key: 'inWarehouse', value: { askedAt: 1, stock: [[3, 40]] } },
    { key: 'dashboardLive', value: { askedAt: 1, figures: { revenueToday: 4.5 } } },
    { key: 'dashboardLongTerm', value: { askedAt: 1, figures: { topMachines: [] } } },
    { key: 'fleetToday', value: { askedAt: 1, machines: [{ id: 7 }] } },
  ]
  await restorePhone({
    ...phone,
    tables: phone.tables.map((one) => (one.name === 'meta' ? { ...one, rows: [...one.rows, ...olds] } : one)),
  })
  const db = new LocalDb(phone.name)
  onTestFinished(() => db.delete())
  expect(await db.meta.bulkGet(olds.map(({ key }) => key))).toEqual(olds.map(() => undefined))
  expect(await db.meta.count()).toBe(phone.tables.find(({ name }) => name === 'meta')?.rows.length)
  expect(await db.responses.count()).toBe(0)
})

/** Calls added since the last release. They are saved with the next one, and then removed here. */
const ADDED: readonly string[] = ['reportProblem', 'proposeProduct', 'markStop', 'markRound', 'changeVan', 'handOver']

it('every version is saved, with every call that an outbox may contain', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  expect(keptVersions()).toContain(version)
  const rows = readKept(version).phone.tables.find(({ name }) => name === 'outbox')?.rows ?? []
  expect((rows as { call: string }[]).map(({ call }) => call)).toEqual(
    expect.arrayContaining(CALLS.filter((call) => !ADDED.includes(call))),
  )
})
