import type { Database } from '../../server/db/client.ts'
import { openEmbedded, openPostgres } from '../../server/db/connect.ts'
import { foreignIds } from './foreign-ids.ts'
import { failedGuards } from './further-guards.ts'
import { exposedMoney } from './money.ts'
import { ALL_CALLERS } from './people.ts'
import { type StatementLog, unrestrictedReads } from './statements.ts'
import { allOf, difference, transcript } from './transcript.ts'
import { permissionErrors, withoutClient } from './who-may.ts'
import { aWorld, type World } from './world.ts'

/** The initial state of each world: a dump for an embedded database, or the URL of a PostgreSQL database; it is empty. */
export type Beginning = () => Promise<Blob | string>

/**
 * The expected day, recorded from the unmodified server. Row-level security is off, so the day depends on the filters alone, and `statements`
 * receives its statements. `wrong` lists the statements that are not restricted to their company.
 */
export async function recordDay(begin: Beginning, received: StatementLog): Promise<{ lines: string[]; wrong: string[] }> {
  const world = await aWorld({ database: await openBeginning(begin), rowLevelSecurity: false, statements: received })
  try {
    return { lines: await allOf(transcript(world)), wrong: await unrestrictedReads(world.ctx.database.owner, received) }
  } finally {
    await world.close()
  }
}

export type Scope = 'companies' | 'everything'

/**
 * The first failure of the tenancy tests with the store filters alone; null if there is none. The role tests take longest and do not
 * concern company filters: they are skipped if only those are in scope. `statements` receives the statements of the day.
 */
export async function firstFailure(begin: Beginning, day: readonly string[], scope: Scope, received: StatementLog): Promise<string | null> {
  const ofDay = await inWorld(begin, (world) => difference(day, checkedTranscript(world, received)), received)
  return ofDay ?? (await inWorld(begin, firstForeign)) ?? (scope === 'companies' ? null : await inWorld(begin, firstNotAllowed))
}

const firstForeign = async (world: World) => (await foreignIds(world)).wrong[0] ?? (await failedGuards(world))[0] ?? null

/** Opened by the sources under test, because only that copy can observe its own statements. */
async function openBeginning(begin: Beginning): Promise<Database> {
  const from = await begin()
  const opened = typeof from === 'string' ? await openPostgres(from, 10) : await openEmbedded(null, from)
  if ('wrong' in opened) throw new Error(opened.wrong)
  return opened.database
}

/** The day, which stops at the first statement that is not restricted to its company. */
async function* checkedTranscript(world: World, received: StatementLog): AsyncGenerator<string> {
  let looked = 0
  for await (const line of transcript(world)) {
    if (received.size > looked) {
      looked = received.size
      yield* await unrestrictedReads(world.ctx.database.owner, received)
    }
    yield line
  }
}

async function inWorld(
  begin: Beginning,
  check: (world: World) => Promise<string | null>,
  received: StatementLog = new Map(),
): Promise<string | null> {
  const world = await aWorld({ database: await openBeginning(begin), rowLevelSecurity: false, statements: received })
  try {
    return (await check(world)) ?? (await unrestrictedReads(world.ctx.database.owner, received))[0] ?? null
  } finally {
    await world.close()
  }
}

async function firstNotAllowed(world: World): Promise<string | null> {
  const checks = [withoutClient, exposedMoney, ...ALL_CALLERS.map((who) => (of: World) => permissionErrors(of, who))]
  for (const check of checks) {
    const [wrong] = await check(world)
    if (wrong) return wrong
  }
  return null
}

/** Whether a day is correct without the store filters, with row-level security alone. */
export async function failureWithRowSecurityOnly(begin: Beginning, day: readonly string[]): Promise<string | null> {
  const world = await aWorld({ database: await openBeginning(begin) })
  try {
    return await difference(day, transcript(world))
  } finally {
    await world.close()
  }
}
