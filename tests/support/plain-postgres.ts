import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { SYSTEM_ROLE, TENANT_ROLE } from '../../server/db/client.ts'
import { openPostgres, SERVER_NAME } from '../../server/db/connect.ts'
import { freshDatabase } from './postgres.ts'
import { clusterOfRun } from './shared-postgres.ts'

/**
 * A migrated database whose tables are not partitioned, as the version before partitions left it. Its owner is no superuser, so that
 * row-level security applies to the owner too.
 */
export async function plainPostgres({ connections = 12, applicationName = SERVER_NAME } = {}) {
  const cluster = await clusterOfRun()
  if ('missing' in cluster) return cluster
  const name = `plain_${randomBytes(6).toString('hex')}`
  const admin = new Client({ connectionString: await freshDatabase(cluster.url, { name }) })
  await admin.connect()
  await admin.query(`create role ${name} login; grant ${TENANT_ROLE}, ${SYSTEM_ROLE} to ${name}; alter database ${name} owner to ${name};
    alter schema public owner to ${name}`)
  await admin.end()
  const url = new URL(cluster.url)
  url.username = name
  url.pathname = `/${name}`
  const opened = await openPostgres(url.href, connections, applicationName)
  if ('wrong' in opened) throw new Error(opened.wrong)
  return { database: opened.database }
}
