import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Database, type Db, rowsOf } from '../../server/db/client.ts'
import { openEmbedded } from '../../server/db/connect.ts'
import { type Random, randomFrom } from '../sync/simulation/random.ts'
import { watchDisk } from './forgetful-disk.ts'

type Plan = { seed: number; cuts: number }

/** `lost`: acknowledged transfers that were missing. `wrong`: what did not fit together, in words. */
type PowerReport = { cuts: number; acknowledged: number; lost: string[]; wrong: string[] }

const ACCOUNTS = 40
const CLIENTS = 6
/** File system calls until the power fails. */
const CALLS = { fewest: 20, most: 1_500 }

/**
 * Cuts the power of the embedded database while clients transfer amounts between accounts, and continues with what is left, again and again. Each
 * transfer changes two accounts and records itself, so that the accounts can be recomputed.
 */
export async function cutPower({ seed, cuts }: Plan): Promise<PowerReport> {
  const random = randomFrom('power cut', seed)
  const place = mkdtempSync(join(tmpdir(), 'roundsman-power-'))
  const folder = join(place, 'data')
  const acknowledged: string[] = []
  const [lost, wrong] = [new Set<string>(), new Set<string>()]
  try {
    const first = await open(folder)
    await first.asOwner(createTables)
    await first.close()
    for (let cut = 0; cut < cuts; cut++) {
      await workUntilCut(place, folder, random, acknowledged)
      const opened = await openEmbedded(folder)
      if ('wrong' in opened) {
        wrong.add(opened.wrong)
        break
      }
      const { database } = opened
      await check(database, new Set(acknowledged), lost, wrong)
      // Records that the log lost must not come back with new ones.
      for (let count = 0; count < 5; count++) acknowledged.push(await transfer(database, random))
      await check(database, new Set(acknowledged), lost, wrong)
      await database.close()
    }
    return { cuts, acknowledged: acknowledged.length, lost: [...lost], wrong: [...wrong] }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

async function open(folder: string): Promise<Database> {
  const opened = await openEmbedded(folder)
  if ('wrong' in opened) throw new Error(opened.wrong)
  return opened.database
}

/** Works until the cut, and replaces the folder by what it left. `acknowledged` gets the transfers that were complete before the cut. */
async function workUntilCut(place: string, folder: string, random: Random, acknowledged: string[]): Promise<void> {
  const left = join(place, 'left')
  let calls = random.between(CALLS.fewest, CALLS.most)
  let isCut = false
  const disk = watchDisk(folder, () => {
    if (--calls > 0 || isCut) return
    isCut = true
    disk.cut(left, random)
  })
  try {
    const database = await open(folder)
    const checkpoints = random.pick([0, 0.1])
    const client = async (own: Random) => {
      while (!isCut) {
        const id = await work(database, own, checkpoints)
        if (id && !isCut) acknowledged.push(id)
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, () => client(randomFrom(random.uuid()))))
    await database.close()
  } finally {
    disk.release()
  }
  rmSync(folder, { recursive: true })
  renameSync(left, folder)
}

async function createTables(db: Db): Promise<void> {
  await db.execute(sql`create table accounts (id int primary key, amount bigint not null)`)
  await db.execute(sql`insert into accounts select id, 0 from generate_series(1, ${ACCOUNTS}::int) id`)
  await db.execute(
    sql`create table transfers (id uuid primary key, debit int not null, credit int not null, amount bigint not null, note text)`,
  )
  await db.execute(sql`create index transfers_by_amount on transfers (amount)`)
  await db.execute(sql`create table scratch (note text)`)
}

/** A piece of work; the id of a transfer, or null for other work. `checkpoints`: their probability. */
async function work(database: Database, random: Random, checkpoints: number): Promise<string | null> {
  if (random.chance(0.9)) return transfer(database, random, checkpoints)
  await database.asOwner(async (db) => {
    const kind = random.between(1, 3)
    if (random.chance(checkpoints)) await db.execute(sql`checkpoint`)
    if (kind === 1) await db.execute(sql`create table notes as select id, repeat('note', 200) as note from generate_series(1, 300) id`)
    if (kind === 1 && random.chance(checkpoints)) await db.execute(sql`checkpoint`)
    if (kind === 1) await db.execute(sql`drop table notes`)
    if (kind === 2) await db.execute(sql`truncate scratch`)
    if (kind === 3) await db.execute(sql`insert into scratch select repeat('scratch', 100) from generate_series(1, 200)`)
  })
  return null
}

async function transfer(database: Database, random: Random, checkpoints = 0): Promise<string> {
  const id = random.uuid()
  const [debit, credit, amount] = [random.between(1, ACCOUNTS), random.between(1, ACCOUNTS), random.between(1, 1_000)]
  await database.asOwner(async (db) => {
    await db.execute(sql`insert into transfers values (${id}, ${debit}, ${credit}, ${amount}, repeat('x', ${random.between(0, 400)}::int))`)
    await db.execute(sql`update accounts set amount = amount - ${amount} where id = ${debit}`)
    // Pages with changes of an incomplete transaction reach the disk.
    if (random.chance(checkpoints)) await db.execute(sql`checkpoint`)
    await db.execute(sql`update accounts set amount = amount + ${amount} where id = ${credit}`)
  })
  return id
}

/** Reads everything, by the tables and by the indexes. */
async function check(database: Database, acknowledged: ReadonlySet<string>, lost: Set<string>, wrong: Set<string>): Promise<void> {
  try {
    await database.asOwner(async (db) => {
      const read = async (by: 'table' | 'index') => {
        await db.execute(sql.raw(`set local enable_seqscan = ${by === 'table' ? 'on' : 'off'}`))
        await db.execute(sql.raw(`set local enable_indexscan = ${by === 'table' ? 'off' : 'on'}`))
        return rowsOf<{ id: string }>(db, sql`select id from transfers where amount >= 0 order by id`)
      }
      const [byTable, byIndex] = [await read('table'), await read('index')]
      if (JSON.stringify(byTable) !== JSON.stringify(byIndex)) wrong.add('the index and the table have different transfers')
      const there = new Set(byTable.map(({ id }) => id))
      for (const id of acknowledged) if (!there.has(id)) lost.add(id)
      const differences = await rowsOf(
        db,
        sql`
          select a.id from accounts a
          where a.amount <> coalesce((select sum(amount) from transfers where credit = a.id), 0)
            - coalesce((select sum(amount) from transfers where debit = a.id), 0)`,
      )
      if (differences.length > 0) wrong.add('the accounts are not the sums of the transfers')
      const tables = await rowsOf<{ name: string }>(db, sql`select oid::regclass::text as name from pg_class where relkind = 'r'`)
      for (const { name } of tables) await db.execute(sql.raw(`select count(*) from ${name}`))
    })
  } catch (error) {
    wrong.add(String(error instanceof Error ? (error.cause ?? error) : error))
  }
}
