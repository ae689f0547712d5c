import { openPostgres } from '../../server/db/connect.ts'
import { freshDatabase, type Postgres, startPostgres } from './postgres.ts'

/** The environment variable with the cluster of a test run, for its processes. */
const CLUSTER = 'TEST_POSTGRES_URL'

/** A migrated database without companies, as a template. */
const MIGRATED = 'migrated'

/** Starts one cluster for all processes of a run, with a migrated database in it. */
export default async function startSharedPostgres(): Promise<(() => Promise<void>) | undefined> {
  const postgres = await startMigrated()
  if ('missing' in postgres) return undefined
  process.env[CLUSTER] = postgres.url
  return postgres.stop
}

async function startMigrated(): Promise<Postgres | { missing: string }> {
  const postgres = await startPostgres()
  if ('missing' in postgres) return postgres
  const opened = await openPostgres(await freshDatabase(postgres.url, { name: MIGRATED }))
  if ('wrong' in opened) throw new Error(opened.wrong)
  await opened.database.close()
  return postgres
}

let ofThisProcess: Promise<{ url: string } | { missing: string }> | undefined

/** Creates another migrated database without companies and returns its URL. Outside a test run, the process has its own cluster. */
export async function copyMigrated(): Promise<{ url: string } | { missing: string }> {
  const url = process.env[CLUSTER]
  ofThisProcess ??= url === undefined ? startMigrated() : Promise.resolve({ url })
  const cluster = await ofThisProcess
  return 'missing' in cluster ? cluster : { url: await freshDatabase(cluster.url, { copyOf: MIGRATED }) }
}
