import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPostgres } from '../../server/db/connect.ts'
import { takePort } from '../support/ports.ts'
import { freshDatabase, startPostgres } from '../support/postgres.ts'
import { randomFrom } from '../sync/simulation/random.ts'
import { openBalancer } from './balancer.ts'
import { createClient } from './client.ts'
import { checkLedger } from './ledger-check.ts'
import { makeRestocks } from './restocks.ts'
import { startServer } from './server-process.ts'

const CLIENTS = 6
const RESTOCKS = 240

test('killing one of two servers on one PostgreSQL loses nothing and counts nothing twice', async ({ skip }) => {
  const postgres = await startPostgres({ durable: true })
  if ('missing' in postgres) return skip(postgres.missing)
  const databaseUrl = await freshDatabase(postgres.url)
  const masterKey = randomBytes(32).toString('base64url')
  const folders = [await mkdtemp(join(tmpdir(), 'roundsman-one-')), await mkdtemp(join(tmpdir(), 'roundsman-two-'))]
  const ports = [await takePort(), await takePort()]
  const servers = ports.map((port, index) => startServer({ port, dataDir: folders[index] ?? '', databaseUrl, masterKey }))
  const balancer = await openBalancer(ports)
  const over = new AbortController()
  try {
    // Both start concurrently on the same empty database: one of them creates the schema and the demo.
    await Promise.all(servers.map(({ ready }) => ready))
    const clients = Array.from({ length: CLIENTS }, (_, index) =>
      createClient(`http://127.0.0.1:${balancer.port}`, `10.0.2.${index}`, randomFrom('two', index), over.signal),
    )
    const [first] = clients
    if (!first) throw new Error('there are no clients')
    const { companyId } = await first.me()
    const before = await first.points()
    const restocks = makeRestocks(randomFrom('two processes'), before, RESTOCKS, Date.now())
    const acknowledged = () => restocks.filter(({ isAcknowledged }) => isAcknowledged).length

    const dying = ports[0] ?? 0
    let killing: Promise<void> | null = null
    let answeredAtDeath = 0
    await Promise.all(
      clients.map(async (client, index) => {
        const own = restocks.filter((_, number) => number % CLIENTS === index)
        for (let done = 0; done < own.length; done += 4) {
          const [one, ...rest] = own.slice(done, done + 4)
          if (one) await client.restock(one)
          await client.push(rest)
          if (killing === null && acknowledged() > RESTOCKS / 3) {
            answeredAtDeath = balancer.answered.get(dying) ?? 0
            killing = servers[0]?.kill() ?? null
          }
        }
      }),
    )
    await killing
    expect(answeredAtDeath).toBeGreaterThan(10)
    expect(balancer.answered.get(ports[1] ?? 0)).toBeGreaterThan(10)
    expect(await servers[1]?.stop()).toBe(0)

    const opened = await openPostgres(databaseUrl, 2)
    if ('wrong' in opened) throw new Error(opened.wrong)
    const check = await checkLedger(opened.database.owner, companyId, restocks, before)
    await opened.database.close()
    expect(acknowledged()).toBe(RESTOCKS)
    expect(check).toMatchObject({ lost: [], twice: [], operations: [], mismatches: [], wrong: [] })
  } finally {
    over.abort()
    await Promise.all(servers.map((server) => server.kill()))
    await balancer.close()
    await postgres.stop()
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
  }
}, 600_000)
