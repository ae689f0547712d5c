import type { Database } from '../../server/database/database.ts'
import { foreignIds } from './foreign-ids.ts'
import { moneyToldToOthers } from './money.ts'
import { broken } from './particulars.ts'
import { EVERYBODY } from './people.ts'
import { allOf, difference, transcript } from './transcript.ts'
import { whatMay, withoutClient } from './who-may.ts'
import { aWorld, type World } from './world.ts'

/** A day as it should be, told by the server as it is. */
export async function rightDay(database: Database): Promise<string[]> {
  const world = await aWorld({ database })
  try {
    return await allOf(transcript(world))
  } finally {
    await world.close()
  }
}

type Fresh = () => Promise<Database>

/** The first thing that the whole matrix finds wrong, the filters of the stores standing alone; null where it finds nothing. */
export async function firstWrong(fresh: Fresh, day: readonly string[]): Promise<string | null> {
  return (
    (await inWorld(fresh, (world) => difference(day, transcript(world)))) ??
    (await inWorld(fresh, async (world) => (await broken(world))[0] ?? null)) ??
    (await inWorld(fresh, firstNotAllowed))
  )
}

async function inWorld(fresh: Fresh, check: (world: World) => Promise<string | null>): Promise<string | null> {
  const world = await aWorld({ database: await fresh(), rowLevelSecurity: false })
  try {
    return await check(world)
  } finally {
    await world.close()
  }
}

async function firstNotAllowed(world: World): Promise<string | null> {
  const checks = [
    async () => (await foreignIds(world)).wrong,
    withoutClient,
    moneyToldToOthers,
    ...EVERYBODY.map((who) => (of: World) => whatMay(of, who)),
  ]
  for (const check of checks) {
    const [wrong] = await check(world)
    if (wrong) return wrong
  }
  return null
}

/** Whether a day is right while the filters of the stores are away and row-level security stands alone. */
export async function wrongBehindTheSecondWall(database: Database, day: readonly string[]): Promise<string | null> {
  const world = await aWorld({ database })
  try {
    return await difference(day, transcript(world))
  } finally {
    await world.close()
  }
}
