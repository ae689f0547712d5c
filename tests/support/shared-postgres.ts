import { openPostgres, type PostgresPlace } from '../../server/db/connect.ts'
import { partitionTables } from '../../server/db/partitions/partition-tables.job.ts'
import { startPgbouncer } from './pgbouncer.ts'
import { freshDatabase, type Postgres, startPostgres } from './postgres.ts'

/** The environment variable with the cluster of a test run, for its processes. */
const CLUSTER = 'TEST_POSTGRES_URL'

/** The environment variable with the port of pgbouncer, if servers of tests use it: `TEST_POOLER=pgbouncer`. */
const POOLER = 'TEST_POOLER_PORT'

/** A migrated database without companies, as a template. */
const MIGRATED = 'migrated'

/** With `TEST_PARTITIONED=on`, the days of most tests are in several partitions: of the past, of a month, and of no month. */
const BEFORE_TESTS = Date.UTC(2026, 0, 15)

/** Starts one cluster for all processes of a run, with a migrated database in it. */
export default async function startSharedPostgres(): Promise<(() => Promise<void>) | undefined> {
  const postgres = await startMigrated()
  if ('missing' in postgres) return undefined
  process.env[CLUSTER] = postgres.socketUrl
  if (process.env.TEST_POOLER !== 'pgbouncer') return postgres.stop
  const pooler = await startPgbouncer(postgres.url)
  if ('missing' in pooler) throw new Error(pooler.missing)
  process.env[POOLER] = new URL(pooler.through(postgres.url)).port
  return () => pooler.stop().then(postgres.stop)
}

/** How a server reaches a database of the run. */
export function placeOf(databaseDirectUrl: string): PostgresPlace {
  const address = new URL(databaseDirectUrl)
  const port = process.env[POOLER]
  if (!port) return { databaseUrl: databaseDirectUrl }
  address.port = port
  address.search = ''
  return { databaseUrl: address.href, databaseDirectUrl }
}

async function startMigrated(): Promise<Postgres | { missing: string }> {
  const postgres = await startPostgres()
  if ('missing' in postgres) return postgres
  const opened = await openPostgres(await freshDatabase(postgres.socketUrl, { name: MIGRATED }))
  if ('wrong' in opened) throw new Error(opened.wrong)
  if (process.env.TEST_PARTITIONED === 'on')
    await partitionTables({ database: opened.database, now: () => BEFORE_TESTS }, Number.POSITIVE_INFINITY)
  await opened.database.close()
  return postgres
}

const throughSocket = (cluster: Postgres | { missing: string }) => ('missing' in cluster ? cluster : { url: cluster.socketUrl })

let ofThisProcess: Promise<{ url: string } | { missing: string }> | undefined

/** The cluster of this test run. Outside a test run, the process has its own. */
export function clusterOfRun(): Promise<{ url: string } | { missing: string }> {
  const url = process.env[CLUSTER]
  ofThisProcess ??= url === undefined ? startMigrated().then(throughSocket) : Promise.resolve({ url })
  return ofThisProcess
}

/** Creates another migrated database without companies and returns its URL. */
export async function copyMigrated(): Promise<{ url: string } | { missing: string }> {
  const cluster = await clusterOfRun()
  return 'missing' in cluster ? cluster : { url: await freshDatabase(cluster.url, { copyOf: MIGRATED }) }
}
