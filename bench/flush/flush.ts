import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import type { Database } from '../../server/db/client.ts'
import { openEmbedded, transactionsIn } from '../../server/db/connect.ts'
import { preparedDatabase } from '../../server/db/prepared.ts'
import { quantile } from '../rounds.ts'
import { atMost, type Row } from '../table.ts'

const ROUNDS = 15
const COMMITS = 100
const CLIENTS = 20
const PAGE = 8192

type Transactions = Pick<Database, 'asOwner'>

/** What it costs that commits of the embedded database are on disk, beside the same engine without flushes, and a flush alone. */
export async function flush(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'roundsman-flush-'))
  const opened = await openEmbedded(join(folder, 'flushed'))
  if ('wrong' in opened) throw new Error(opened.wrong)
  const engine = await PGlite.create({ dataDir: join(folder, 'bare'), loadDataDir: await preparedDatabase() })
  const bare = transactionsIn(engine)
  const file = openSync(join(folder, 'file'), 'w')
  try {
    for (const database of [opened.database, bare]) await database.asOwner((db) => db.execute(sql`create table notes (note text)`))
    const times = { one: [] as number[], bareOne: [] as number[], many: [] as number[], bareMany: [] as number[], flush: [] as number[] }
    for (let round = 0; round <= ROUNDS; round++) {
      const took = {
        one: await commits(opened.database, 1),
        bareOne: await commits(bare, 1),
        many: await commits(opened.database, CLIENTS),
        bareMany: await commits(bare, CLIENTS),
        flush: flushes(file),
      }
      // The first round warms up.
      if (round > 0) for (const name of Object.keys(times) as (keyof typeof times)[]) times[name].push(took[name])
    }
    const median = (name: keyof typeof times) => quantile(times[name], 0.5)
    return [
      atMost('a commit, one client', median('one'), { name: 'without flushes', value: median('bareOne') }, null),
      atMost(`a commit, ${CLIENTS} clients at once`, median('many'), { name: 'without flushes', value: median('bareMany') }, 1.5),
      atMost(
        'a commit, one client',
        median('one'),
        { name: 'without flushes, and a flush', value: median('bareOne') + median('flush') },
        1.5,
      ),
    ]
  } finally {
    closeSync(file)
    await opened.database.close()
    await engine.close()
    await rm(folder, { recursive: true })
  }
}

/** Milliseconds per commit. */
async function commits(database: Transactions, clients: number): Promise<number> {
  const begun = performance.now()
  let left = COMMITS
  const client = async () => {
    while (left-- > 0) await database.asOwner((db) => db.execute(sql`insert into notes values (${'note'.repeat(50)})`))
  }
  await Promise.all(Array.from({ length: clients }, client))
  return (performance.now() - begun) / COMMITS
}

/** Milliseconds per written and flushed page. */
function flushes(file: number): number {
  const page = Buffer.alloc(PAGE, 1)
  const begun = performance.now()
  for (let count = 0; count < COMMITS; count++) {
    writeSync(file, page, 0, PAGE, 0)
    fdatasyncSync(file)
  }
  return (performance.now() - begun) / COMMITS
}
