import { sql } from 'drizzle-orm'
import { type Database, type Db, rowsOf, withDeferred } from '../../server/db/client.ts'
import { aClock, aCompany, createTestApp, createTestContext } from '../support/test-context.ts'
import { aFleet, factsAbout, makeDifferent, onlyOurs } from './facts.ts'
import { type Heard, listenTo } from './held.ts'
import { aStaff, everybodyIn, OURS, THEIRS, tokensOf } from './people.ts'
import { idOf } from './things.ts'
import { copyCompany } from './twin.ts'

export type World = Awaited<ReturnType<typeof aWorld>>

/**
 * Our company and a rival that has the same under the same numbers: every condition that forgets the company gives itself away.
 * Beside them stands what only we have. Made twice, it is the same to the last number.
 */
export async function aWorld({
  database,
  rowLevelSecurity = true,
  heard = new Map(),
}: {
  database?: Database
  rowLevelSecurity?: boolean
  heard?: Heard
} = {}) {
  const clock = aClock()
  const walled = await createTestContext({ now: clock.now, masterKey: Buffer.alloc(32, 7), ...(database ? { database } : {}) })
  const ctx = rowLevelSecurity ? walled : { ...walled, database: unwalled(walled.database, heard) }
  const { owner } = ctx.database
  await owner.execute(sql`update installation set epoch = ${idOf('epoch')}::uuid`)
  await spreadNumbers(owner)
  const ours = (await aCompany(ctx, { name: OURS, legalName: OURS, eventChannelId: idOf('our channel') })).id
  const theirs = (await aCompany(ctx, { name: THEIRS, legalName: THEIRS, currency: 'KWD', eventChannelId: idOf('their channel') })).id

  const staff = await aStaff(ctx, ours)
  const employee = staff.userOf('employee')
  const fleet = await aFleet(ctx, ours, employee, staff.userOf('manager'))
  await copyCompany(owner, { id: ours, text: OURS }, { id: theirs, text: THEIRS })
  await makeDifferent(ctx, ours, theirs, fleet, employee)
  const alone = await onlyOurs(ctx, ours)
  // What the database makes up would be another in every world.
  await owner.execute(sql`update users set seal_key = md5(company_id || ' ' || id) || md5(login)`)
  // The counts that everything began with have the same ids in every world.
  await owner.execute(sql`update movements set operation_id = md5(stock_point_id::text)::uuid`)
  await owner.execute(sql`update stock_points set counted_by = md5(id::text)::uuid where counted_by is not null`)

  const app = await createTestApp(ctx)
  const everybody = await everybodyIn({ app, ctx, clock, ours, staff, device: { headers: fleet.assigned.device.signIn } })
  const facts = factsAbout({ ctx, ours, theirs, fleet, alone, employee })
  const tokens = await tokensOf(app)
  return { ctx, app, clock, ours, theirs, everybody, facts, tokens, close }

  async function close() {
    await app.close()
    await ctx.database.close()
  }
}

/** No two kinds of things have the same numbers, and none has a number that stands for something else. */
async function spreadNumbers(owner: Db) {
  const sequences = await rowsOf<{ name: string }>(
    owner,
    sql`select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by 1`,
  )
  for (const [index, { name }] of sequences.entries())
    await owner.execute(sql`alter sequence ${sql.identifier(name)} restart with ${sql.raw(String((index + 1) * 70_001))}`)
}

/** The second wall taken away: requests run with the rights of the owner, and the filters of the stores stand alone. */
const unwalled = (database: Database, heard: Heard): Database => ({
  ...database,
  withTenant: (company, work, { snapshot = false, first = [] } = {}) =>
    database.owner.transaction(
      async (db) => {
        await db.execute(sql`select set_config('app.company', ${String(company)}, true)`)
        listenTo(db, company, heard)
        const rows: unknown[][] = []
        for (const statement of first) rows.push(await rowsOf(db, statement))
        return withDeferred(db, () => work(db, rows))
      },
      snapshot ? { isolationLevel: 'repeatable read', accessMode: 'read only' } : undefined,
    ),
})
