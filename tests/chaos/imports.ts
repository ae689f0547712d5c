import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type ImportState, isUnderWay, PART_BYTES } from '#domain/imports.ts'
import { rowsOf } from '../../server/db/client.ts'
import { takePort } from '../support/ports.ts'
import { freshDatabase, startPostgres } from '../support/postgres.ts'
import { randomFrom } from '../sync/simulation/random.ts'
import { createClient } from './client.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { openAt, pause } from './under-faults.ts'

/** A phase takes seconds, and the server works on it between the requests for its state. */
const POLL_MS = 50

const PHASES = ['upload', 'review', 'booking', 'undo'] as const
type Phase = (typeof PHASES)[number]
/**
 * `kills`: the server, or all processes of PostgreSQL while the server keeps running. Then the import resumes after a minute, when its
 * lease has expired. `phases`: when; by default in each.
 */
type ImportPlan = { database: 'embedded' | 'postgresql'; kills?: 'server' | 'database'; phases?: readonly Phase[]; rows: number }
type Status = {
  id: string
  state: ImportState
  progress: number
  counts: { new: number } | null
  preview: { counts: { new: number } } | null
}
type Booked = { sales: number; days: number }
/** The state after each kill and at the end. */
type ImportReport = {
  afterUpload: ImportState
  review: { state: ImportState; new: number }
  /** The state when the server was killed during booking. */
  killedAt: ImportState
  booked: Booked & { state: ImportState; new: number }
  undone: Booked & { state: ImportState }
  /** The unexpected errors that the server logged. An unavailable database is not unexpected. */
  unforeseen: string[]
}

/**
 * Kills the server or its database during the upload, the review, the booking and the undo of one import. `missing` gives the reason if it
 * cannot run here.
 */
export async function killDuringImport({
  database,
  kills = 'server',
  phases = PHASES,
  rows,
}: ImportPlan): Promise<ImportReport | { missing: string }> {
  // What was committed without waiting for the disk stays in memory for seconds, so that a kill really loses it.
  const postgres = database === 'postgresql' ? await startPostgres({ durable: true, settings: ['wal_writer_delay=10s'] }) : null
  if (postgres && 'missing' in postgres) return postgres
  const dataDir = await mkdtemp(join(tmpdir(), 'roundsman-chaos-'))
  const place = { dataDir, databaseUrl: postgres ? await freshDatabase(postgres.url) : undefined }
  const port = await takePort()
  let server = startServer({ port, ...place })
  const crash = async () => {
    await postgres?.kill()
    await postgres?.ensureStarted()
  }
  const restart = async (of: ServerProcess, phase: Phase) => {
    if (!phases.includes(phase)) return
    if (kills === 'database') return crash()
    await of.kill()
    server = startServer({ port, ...place })
    await server.ready
  }
  try {
    await server.ready
    const token = await createClient(`http://127.0.0.1:${port}`, '10.0.3.1', randomFrom('import')).token()
    const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'x-forwarded-for': '10.0.3.1',
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      // A server without its database asks for a retry.
      if (response.status === 503) return pause(POLL_MS).then(() => call(method, path, body))
      const answer = (await response.json()) as { data: T }
      if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${JSON.stringify(answer)}`)
      return answer.data
    }
    const [machine] = await call<{ name: string }[]>('GET', '/machines')
    const file = salesFile(machine?.name ?? '', rows)
    const { id } = await call<Status>('POST', '/imports/uploads', { kind: 'SALES', name: 'sales.csv', size: file.length })
    const status = () => call<Status>('GET', `/imports/${id}`)
    const until = async (isMet: (of: Status) => boolean) => {
      for (;;) {
        const found = await status()
        if (isMet(found)) return found
        await pause(POLL_MS)
      }
    }
    /** The end of a phase, which was reported and must not be lost. */
    const ended = async () => {
      await until(({ state }) => !isUnderWay(state))
      if (kills === 'database') await crash()
      return status()
    }
    const putPart = (part: number) =>
      call('PUT', `/imports/${id}/parts/${part}`, { content: file.subarray((part - 1) * PART_BYTES, part * PART_BYTES).toString('base64') })

    await putPart(1)
    await restart(server, 'upload')
    const afterUpload = (await status()).state
    for (let part = 1; (part - 1) * PART_BYTES < file.length; part++) await putPart(part)

    await call('POST', `/imports/${id}/read`, {})
    await until(({ state, progress }) => state !== 'READING' || progress > 0)
    await restart(server, 'review')
    const review = await ended()

    await call('POST', `/imports/${id}/run`, {})
    // The rows are being booked, and most of them are left: a kill that is late by some of them still interrupts the booking.
    const atBooking = await until(({ state, progress }) => state !== 'RUNNING' || progress > 0.3)
    await restart(server, 'booking')
    const done = await ended()
    const unforeseen = server.unforeseen()
    await server.kill()
    const booked = await countIn(place, id)

    server = startServer({ port, ...place })
    await server.ready
    await call('POST', `/imports/${id}/undo`)
    await until(({ state, progress }) => state !== 'UNDOING' || progress > 0)
    await restart(server, 'undo')
    const undone = await ended()
    await server.kill()
    return {
      afterUpload,
      review: { state: review.state, new: review.preview?.counts.new ?? 0 },
      killedAt: atBooking.state,
      booked: { ...booked, state: done.state, new: done.counts?.new ?? 0 },
      undone: { ...(await countIn(place, id)), state: undone.state },
      unforeseen: [...unforeseen, ...server.unforeseen()],
    }
  } finally {
    await server.kill()
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** One sale per minute in years without demo sales, each with a long note. */
function salesFile(machine: string, rows: number): Buffer {
  const note = 'x'.repeat(250)
  const lines = Array.from({ length: rows }, (_, n) => {
    const at = new Date(Date.UTC(2018, 0, 1) + n * 60_000).toISOString()
    return `${at.slice(0, 10)} ${at.slice(11, 19)},"${machine}",1.50,Cash,${note}`
  })
  return Buffer.from(['Date,Machine,Amount,Payment,Note', ...lines].join('\n'))
}

/** Counts the sales of an import and sums the daily aggregates of its years. */
async function countIn(place: { dataDir: string; databaseUrl: string | undefined }, id: string): Promise<Booked> {
  const database = await openAt(place)
  const [found] = await rowsOf<Booked>(
    database.owner,
    sql`select (select count(*)::int from transactions where import_id = ${id}::uuid) as sales,
      (select coalesce(sum(count), 0)::int from daily_sales where day < '2019-01-01') as days`,
  )
  await database.close()
  return found ?? { sales: -1, days: -1 }
}
