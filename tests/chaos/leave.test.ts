import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { takePort } from '../support/ports.ts'
import { freshDatabase, startPostgres } from '../support/postgres.ts'
import { randomFrom } from '../sync/simulation/random.ts'
import { createClient } from './client.ts'
import { checkLedger } from './ledger-check.ts'
import { makeRestocks, type Restock } from './restocks.ts'
import { startServer } from './server-process.ts'
import { openAt } from './under-faults.ts'

/** Few enough that load shedding rejects none of them, however slow the machine. */
const CLIENTS = 4

/** Starts a restock whose body is held back: the server has begun to process it when it sends 100 Continue. */
async function begin(port: number, token: string, { key, machineId, occurredAt, items }: Restock) {
  const pending = request({
    port,
    method: 'POST',
    path: `/api/machines/${machineId}/slots/restock`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      'occurred-at': occurredAt,
      expect: '100-continue',
    },
  })
  pending.flushHeaders()
  const answered = once(pending, 'response') as Promise<[IncomingMessage]>
  // A rejection is handled where the promise is awaited.
  answered.catch(() => {})
  await once(pending, 'continue')
  return async () => {
    pending.end(JSON.stringify(items))
    const [response] = await answered
    response.resume()
    return { status: response.statusCode, connection: response.headers.connection }
  }
}

const isRefused = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket
      .once('error', () => resolve(true))
      .once('connect', () => {
        socket.destroy()
        resolve(false)
      })
  })

test.each(['embedded', 'postgresql'] as const)(
  'a server on %s finishes open requests, accepts no new ones, and exits in time on SIGTERM',
  async (kind) => {
    const postgres = kind === 'postgresql' ? await startPostgres() : null
    if (postgres && 'missing' in postgres) return console.warn(`Not tried: ${postgres.missing}`)
    const dataDir = await mkdtemp(join(tmpdir(), 'roundsman-leave-'))
    const place = { dataDir, databaseUrl: postgres ? await freshDatabase(postgres.url) : undefined }
    const port = await takePort()
    const server = startServer({ port, ...place })
    const over = new AbortController()
    try {
      await server.ready
      const client = createClient(`http://127.0.0.1:${port}`, '10.0.0.1', randomFrom('leave'), over.signal)
      const { companyId } = await client.me()
      const before = await client.points()
      const restocks = makeRestocks(randomFrom('restocks'), before, 2_000, Date.now())
      const [held, ...others] = restocks
      if (!held) throw new Error('there is nothing to restock')
      const working = Promise.allSettled(
        Array.from({ length: CLIENTS }, async (_, index) => {
          const own = client.at(`10.0.1.${index}`)
          for (const restock of others.filter((_restock, number) => number % CLIENTS === index)) await own.restock(restock)
        }),
      )
      const goOn = await begin(port, await client.token(), held)
      while (others.filter(({ isAcknowledged }) => isAcknowledged).length < CLIENTS) await new Promise(setImmediate)

      const left = server.stop()
      while (!(await isRefused(port))) await new Promise(setImmediate)
      // A keep-alive connection would delay the shutdown.
      expect(await goOn()).toEqual({ status: 200, connection: 'close' })
      held.isAcknowledged = true
      // The exit code is 1 after the shutdown timeout.
      expect(await left).toBe(0)
      over.abort()
      await working

      const database = await openAt(place)
      const { lost, twice, mismatches } = await checkLedger(database.owner, companyId, restocks, before)
      await database.close()
      expect({ lost, twice, mismatches }).toEqual({ lost: [], twice: [], mismatches: [] })
      expect(others.some(({ isAcknowledged }) => !isAcknowledged)).toBe(true)
    } finally {
      over.abort()
      await server.kill()
      if (postgres) await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
  600_000,
)
