import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { createClient } from '../../tests/chaos/client.ts'
import { startServer } from '../../tests/chaos/server-process.ts'
import { openLine } from '../../tests/load/line.ts'
import { takePort } from '../../tests/support/ports.ts'
import { freshDatabase, startPostgres } from '../../tests/support/postgres.ts'
import { randomFrom } from '../../tests/sync/simulation/random.ts'
import { medians } from '../rounds.ts'
import { notRun, perSecond, type Row, rateOf } from '../table.ts'
import { AGAIN, devicesIn, EVENTS, sendVends } from './vends.ts'

const DEVICES = 4
const MESSAGES = 24
const ROUNDS = 3

/** Measures vends through the whole server, beside COPY of the resulting rows by the database itself. */
export async function ingest(): Promise<Row[]> {
  const what = `telemetry ingest over HTTP on PostgreSQL, ${EVENTS.toLocaleString('en')} vends a message, ${DEVICES} devices at once`
  const postgres = await startPostgres({ durable: true })
  if ('missing' in postgres) return [notRun(what, postgres.missing)]
  const dataDir = await mkdtemp(join(tmpdir(), 'roundsman-ingest-'))
  const databaseUrl = await freshDatabase(postgres.url)
  const port = await takePort()
  const server = startServer({ port, dataDir, databaseUrl, machines: 20, settings: { WEBHOOK_NETWORKS: '127.0.0.0/8' } })
  const other = createServer((request, response) => request.resume().on('end', () => response.writeHead(204).end()))
  const line = openLine(port)
  const client = new Client({ connectionString: databaseUrl })
  const files = join(tmpdir(), `roundsman-rows-${randomBytes(6).toString('hex')}`)
  try {
    await server.ready
    await client.connect()
    const { rows } = await client.query<{ company: number }>('select min(id) as company from companies')
    const devices = await devicesIn(client, rows[0]?.company ?? 0, DEVICES)
    const ours = () => sendVends(line, devices, MESSAGES)
    const taken = await medians({ ours, copy: () => copyRows(client, files) }, ROUNDS)
    await addWebhook(port, other)
    const results = await medians({ ours }, ROUNDS)
    const peer = { name: 'COPY of the same rows from files', value: taken.copy }
    return [
      rateOf(what, taken.ours, peer, 0.34, perSecond),
      rateOf('the same with a webhook that receives every sale', results.ours, peer, 0.34, perSecond),
    ]
  } finally {
    line.hangUp()
    other.close()
    await client.end()
    await server.stop()
    await postgres.stop()
    for (const { table } of ROWS) await rm(`${files}-${table}`, { force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Registers a webhook on this machine for all sales. */
async function addWebhook(port: number, other: Server): Promise<void> {
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const token = await createClient(`http://127.0.0.1:${port}`, '10.0.0.1', randomFrom('ingest')).token()
  const { port: there } = other.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/api/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `http://127.0.0.1:${there}/sales`, kinds: ['sale.recorded'] }),
  })
  if (answer.status !== 201) throw new Error(`creating the webhook returned ${answer.status} ${await answer.text()}`)
}

/** The rows that a vend creates, with new ids. */
const ROWS = [
  {
    table: 'transactions',
    id: 'id',
    columns: ['company_id', 'id', 'machine_id', 'at', 'amount_minor', 'type', 'slot_number', 'product_id', 'received_at'],
  },
  {
    table: 'movements',
    id: 'operation_id',
    columns: ['company_id', 'stock_point_id', 'effective_at', 'operation_id', 'line', 'kind', 'cause', 'quantity'],
  },
  {
    table: 'cash_movements',
    id: 'operation_id',
    columns: ['company_id', 'machine_id', 'effective_at', 'operation_id', 'line', 'kind', 'cause', 'amount_minor'],
  },
] as const

let copied = 0

/** Vends per second if the database loads their rows from one file per table, all in one transaction. */
async function copyRows(client: Client, files: string): Promise<number> {
  const newest = `(select id from transactions where received_at is not null order by received_at desc, id limit ${MESSAGES * (EVENTS - AGAIN)})`
  copied++
  for (const { table, id, columns } of ROWS) {
    const values = columns.map((column) => (column === id ? `md5(${id}::text || '${copied}')::uuid` : column))
    await client.query(`copy (select ${values.join(', ')} from ${table} where ${id} in ${newest}) to '${files}-${table}'`)
  }
  const begun = performance.now()
  await client.query('begin')
  for (const { table, columns } of ROWS) await client.query(`copy ${table} (${columns.join(', ')}) from '${files}-${table}'`)
  await client.query('commit')
  return (MESSAGES * (EVENTS - AGAIN) * 1_000) / (performance.now() - begun)
}
