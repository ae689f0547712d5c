import type { Database } from '../../server/db/client.ts'
import { openEmbedded, openPostgres } from '../../server/db/connect.ts'
import { foreignIds } from './foreign-ids.ts'
import { type Heard, notHeld } from './held.ts'
import { moneyToldToOthers } from './money.ts'
import { broken } from './particulars.ts'
import { EVERYBODY } from './people.ts'
import { allOf, difference, transcript } from './transcript.ts'
import { whatMay, withoutClient } from './who-may.ts'
import { aWorld, type World } from './world.ts'

/** Where each world begins: a dump for an embedded database, or the address of a PostgreSQL's; nobody lives in it. */
export type Beginning = () => Promise<Blob | string>

/**
 * A day as it should be, told by the server as it is. Row-level security is off, so that the day is that of the filters alone, and `heard`
 * receives its statements. `wrong` names the statements that are not held to their company.
 */
export async function rightDay(begin: Beginning, heard: Heard): Promise<{ lines: string[]; wrong: string[] }> {
  const world = await aWorld({ database: await begunBy(begin), rowLevelSecurity: false, heard })
  try {
    return { lines: await allOf(transcript(world)), wrong: await notHeld(world.ctx.database.owner, heard) }
  } finally {
    await world.close()
  }
}

export type Scope = 'companies' | 'everything'

/**
 * The first thing that the matrix finds wrong, the filters of the stores standing alone; null where it finds nothing. What it says of
 * roles takes longest, and says nothing of filters by company: it is left out where they alone are meant. `heard` receives the statements
 * of the day.
 */
export async function firstWrong(begin: Beginning, day: readonly string[], scope: Scope, heard: Heard): Promise<string | null> {
  const ofDay = await inWorld(begin, (world) => difference(day, soonHeld(world, heard)), heard)
  return ofDay ?? (await inWorld(begin, firstForeign)) ?? (scope === 'companies' ? null : await inWorld(begin, firstNotAllowed))
}

const firstForeign = async (world: World) => (await foreignIds(world)).wrong[0] ?? (await broken(world))[0] ?? null

/** Opened by the sources that are judged: what they hand to a database is known to no other copy of them. */
async function begunBy(begin: Beginning): Promise<Database> {
  const from = await begin()
  const opened = typeof from === 'string' ? await openPostgres(from, 10) : await openEmbedded(null, from)
  if ('wrong' in opened) throw new Error(opened.wrong)
  return opened.database
}

/** The day, which ends where a statement is not held to its company. */
async function* soonHeld(world: World, heard: Heard): AsyncGenerator<string> {
  let looked = 0
  for await (const line of transcript(world)) {
    if (heard.size > looked) {
      looked = heard.size
      yield* await notHeld(world.ctx.database.owner, heard)
    }
    yield line
  }
}

async function inWorld(
  begin: Beginning,
  check: (world: World) => Promise<string | null>,
  heard: Heard = new Map(),
): Promise<string | null> {
  const world = await aWorld({ database: await begunBy(begin), rowLevelSecurity: false, heard })
  try {
    return (await check(world)) ?? (await notHeld(world.ctx.database.owner, heard))[0] ?? null
  } finally {
    await world.close()
  }
}

async function firstNotAllowed(world: World): Promise<string | null> {
  const checks = [withoutClient, moneyToldToOthers, ...EVERYBODY.map((who) => (of: World) => whatMay(of, who))]
  for (const check of checks) {
    const [wrong] = await check(world)
    if (wrong) return wrong
  }
  return null
}

/** Whether a day is right while the filters of the stores are away and row-level security stands alone. */
export async function wrongBehindTheSecondWall(begin: Beginning, day: readonly string[]): Promise<string | null> {
  const world = await aWorld({ database: await begunBy(begin) })
  try {
    return await difference(day, transcript(world))
  } finally {
    await world.close()
  }
}
