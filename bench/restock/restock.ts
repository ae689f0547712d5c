import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { PROTOCOL } from '#contract/sync.ts'
import { createClient } from '../../tests/chaos/client.ts'
import type { StandingPoint } from '../../tests/chaos/restocks.ts'
import { startServer } from '../../tests/chaos/server-process.ts'
import { type Line, openLine } from '../../tests/load/line.ts'
import { takePort } from '../../tests/support/ports.ts'
import { freshDatabase, startPostgres } from '../../tests/support/postgres.ts'
import { randomFrom } from '../../tests/sync/simulation/random.ts'
import { medians } from '../rounds.ts'
import { notRun, perSecond, type Row, rateOf } from '../table.ts'

const CLIENTS = 8
const SECONDS = 5
const ROUNDS = 3
const BATCH = 100
const SCRIPT = fileURLToPath(new URL('./restock.sql', import.meta.url))

const run = promisify(execFile)

/** Measures restocks through the whole server beside the same statements from pgbench, on the same cluster in turn. */
export async function restock(): Promise<Row[]> {
  const what = `restock over HTTP on PostgreSQL, ${CLIENTS} clients`
  const postgres = await startPostgres({ durable: true })
  if ('missing' in postgres) return [notRun(what, postgres.missing)]
  const dataDir = await mkdtemp(join(tmpdir(), 'roundsman-restock-'))
  const databaseUrl = await freshDatabase(postgres.url)
  const port = await takePort()
  const server = startServer({ port, dataDir, databaseUrl, machines: 50 })
  const line = openLine(port)
  try {
    await server.ready
    const client = createClient(`http://127.0.0.1:${port}`, '10.0.0.1', randomFrom('restock'))
    const [token, account, points] = [await client.token(), await client.me(), await client.points()]
    const ours = senders(line, token, points)
    const bench = await pgbench(databaseUrl, account, points)
    if (bench === null) return [notRun(what, 'pgbench is not on this machine; on Debian: apt-get install postgresql-contrib')]
    const taken = await medians({ plain: ours.plain, push: ours.push, bench }, ROUNDS)
    const peer = { name: 'pgbench, the same statements', value: taken.bench }
    return [
      rateOf(what, taken.plain, peer, 0.5, perSecond),
      rateOf(`the same, pushed ${BATCH} at a time, per operation`, taken.push, peer, 1, perSecond),
    ]
  } finally {
    line.hangUp()
    await server.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Each returns the applied restocks per second. */
function senders(line: Line, token: string, points: readonly StandingPoint[]) {
  let sent = 0
  // One address per few senders, so that the rate limits stay in effect.
  const headers = () => {
    const address = Math.floor(sent++ / 400)
    return {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-forwarded-for': `10.9.${address >> 8}.${address & 255}`,
    }
  }
  let made = 0
  const one = () => {
    const point = points[(made++ * 7919) % points.length]
    if (!point) throw new Error('there is nothing to restock')
    const items = [{ productInstallationId: point.id, quantity: 1 }]
    return { key: randomUUID(), machineId: point.machineId, occurredAt: new Date().toISOString(), items }
  }
  const expectDone = (status: number, body: string) => {
    if (status !== 200) throw new Error(`a restock returned ${status} ${body}`)
  }
  const during = (work: (worker: number) => Promise<number>) => async () => {
    const begun = performance.now()
    const counts = await Promise.all(
      Array.from({ length: CLIENTS }, async (_, worker) => {
        let done = 0
        while (performance.now() - begun < SECONDS * 1000) done += await work(worker)
        return done
      }),
    )
    return (counts.reduce((sum, count) => sum + count, 0) * 1000) / (performance.now() - begun)
  }
  return {
    plain: during(async () => {
      const { key, machineId, occurredAt, items } = one()
      const { status, body } = await line.ask({
        method: 'POST',
        path: `/machines/${machineId}/slots/restock`,
        headers: { ...headers(), 'idempotency-key': key, 'occurred-at': occurredAt },
        body: JSON.stringify(items),
      })
      expectDone(status, body)
      return 1
    }),
    push: during(async (worker) => {
      const ops = Array.from({ length: BATCH }, one).map(({ key, machineId, occurredAt, items }) => ({
        opId: key,
        call: 'restockSlots',
        machineId,
        occurredAt,
        body: items,
      }))
      const { status, body } = await line.ask({
        method: 'POST',
        path: '/sync/push',
        headers: headers(),
        body: JSON.stringify({ deviceId: `bench-${worker}`, protocol: PROTOCOL, ops }),
      })
      expectDone(status, body)
      if (body.split('"status":"applied"').length - 1 !== BATCH)
        throw new Error(`a push contains operations that were not applied: ${body.slice(0, 500)}`)
      return BATCH
    }),
  }
}

/** Null if pgbench is not installed. */
async function pgbench(url: string, account: { companyId: number; userId: number }, points: readonly StandingPoint[]) {
  const found = await run('pgbench', ['--version']).catch(() => null)
  if (!found) return null
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create table restock_points (number int primary key, id bigint not null, machine_id bigint not null)')
  await client.query('grant select on restock_points to public')
  await client.query(
    `insert into restock_points select n, p.id, p.machine_id from unnest($1::bigint[]) with ordinality as a(id, n)
       join stock_points p on p.company_id = $2 and p.id = a.id`,
    [points.map(({ id }) => id), account.companyId],
  )
  await client.query('analyze')
  await client.end()
  const numbers = { company: account.companyId, person: account.userId, points: points.length }
  const defined = Object.entries(numbers).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  const options = ['-n', '-M', 'prepared', '-c', String(CLIENTS), '-T', String(SECONDS), '-f', SCRIPT, ...defined, url]
  return async () => {
    const { stdout } = await run('pgbench', options)
    const [, rate] = /tps = ([\d.]+)/.exec(stdout) ?? []
    if (!rate || /failed transactions: [1-9]/.test(stdout)) throw new Error(`pgbench failed:\n${stdout}`)
    return Number(rate)
  }
}
