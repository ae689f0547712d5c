import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import { type ImportState, isUnderWay, PART_BYTES } from '#domain/imports.ts'
import { DEMO_PASSWORD, type ServerProcess, startServer } from '../../tests/chaos/server-process.ts'
import { aMachine } from '../../tests/support/fleet.ts'
import { takePort } from '../../tests/support/ports.ts'
import { freshDatabase, startPostgres } from '../../tests/support/postgres.ts'
import { twoCompaniesOn } from '../../tests/support/two-companies.ts'
import { quantile } from '../rounds.ts'
import { atMost, notRun, perSecond, type Row, within } from '../table.ts'

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
/** Rows of the import that runs while another company reads. */
const SHARED_ROWS = Math.min(ROWS, 200_000)
const MACHINES = 40
const READS = 300
const MEGABYTE = 1024 * 1024
const MAX_MEMORY = 256
const MIN_ROWS = 20_000

/** Pads a row to about 100 bytes. */
const NOTE = 'x'.repeat(44)

/** Sales of many machines, 40 minutes apart per machine. */
function salesFile(count: number, machines: readonly string[]): Buffer {
  const start = Date.UTC(2023, 0, 1)
  const file = Buffer.alloc(count * 160)
  let end = file.write('Date,Machine,Amount,Payment,Transaction ID,Note')
  for (let n = 0; n < count; n++) {
    const place = n % machines.length
    const at = new Date(start + Math.floor(n / machines.length) * 2_400_000 + place * 1_000).toISOString()
    const payment = n % 3 ? 'Card' : 'Cash'
    end += file.write(
      `\n${at.slice(0, 10)} ${at.slice(11, 19)},"${machines[place]}",${1 + (n % 5)}.50,${payment},tx${n},${NOTE.slice(machines[place]?.length)}`,
      end,
    )
  }
  return file.subarray(0, end)
}

const SMALL_ROWS = 10_000
const MAX_WAIT = 100

/** How long another company waits while one call imports a file on the embedded database, which has a single connection. */
async function beside(): Promise<Row[]> {
  const world = await twoCompaniesOn('embedded', { now: Date.now })
  if ('missing' in world) return [notRun('an import of one call', world.missing)]
  try {
    const names = Array.from({ length: MACHINES }, (_, n) => `Machine ${n}`)
    for (const name of names) await aMachine(world.ctx, world.company, { name })
    await aMachine(world.ctx, world.rivalCompany, { name: 'Other' })
    const times: number[] = []
    let isOver = false
    const reading = (async () => {
      while (!isOver) {
        const since = performance.now()
        await world.rival.call('GET', '/machines')
        times.push(performance.now() - since)
        // Requests come over a network. Without a pause, this loop would keep the messages of the reading thread from arriving.
        await pause(0)
      }
    })()
    const content = salesFile(SMALL_ROWS, names).toString('base64')
    const { statusCode } = await world.manager.call('POST', '/imports', { kind: 'SALES', content, confirm: true })
    isOver = true
    await reading
    if (statusCode !== 200) throw new Error(`POST /imports returned ${statusCode}`)
    const what = `another company reads its machines beside an import of ${SMALL_ROWS.toLocaleString('en')} rows, embedded database`
    const ms = (value: number) => `${value.toFixed(0)} ms`
    return [within(`${what}, p95`, quantile(times, 0.95), MAX_WAIT, ms), within('the same, longest', Math.max(...times), MAX_WAIT, ms)]
  } finally {
    await world.close()
  }
}

export const imports = async (): Promise<Row[]> => [...(await large()), ...(await beside())]

/** A large import on a separate server with PostgreSQL: rows per second, memory, and the slowdown of another company's requests. */
async function large(mark: (what: string, server: ServerProcess) => void = () => {}): Promise<Row[]> {
  const postgres = await startPostgres({ durable: true })
  if ('missing' in postgres) return [notRun('a large import', postgres.missing)]
  const dataDir = await mkdtemp(join(tmpdir(), 'roundsman-bench-'))
  const port = await takePort()
  const server = startServer({ port, dataDir, databaseUrl: await freshDatabase(postgres.url), machines: MACHINES })
  try {
    await server.ready
    void server.left.then((words) => Promise.reject(new Error(words)))
    const [manager, rival] = [await callerAt(port, 'manager'), await callerAt(port, 'rival')]
    const reads = async (isOver: () => boolean) => {
      const times: number[] = []
      while (!isOver()) {
        const since = performance.now()
        await rival('GET', '/machines')
        times.push(performance.now() - since)
        await pause(20)
      }
      return times
    }
    let count = 0
    await reads(() => ++count > READS)
    count = 0
    const idle = await reads(() => ++count > READS)
    const memoryIdle = memoryOf(server)

    const machines = (await manager<{ name: string }[]>('GET', `/machines?size=${MACHINES}`)).map(({ name }) => name)
    const upload = async (file: Buffer) => {
      const { id } = await manager<Status>('POST', '/imports/uploads', { kind: 'SALES', name: 'sales.csv', size: file.length })
      for (let at = 0; at < file.length; at += PART_BYTES)
        await manager('PUT', `/imports/${id}/parts/${at / PART_BYTES + 1}`, {
          content: file.subarray(at, at + PART_BYTES).toString('base64'),
        })
      return id
    }
    const file = salesFile(ROWS, machines)
    const id = await upload(file)

    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, memoryOf(server))
    }, 50)
    const timed = async (id: string, what: 'read' | 'run' | 'undo', state: ImportState) => {
      mark(`${what} begins`, server)
      const since = performance.now()
      let { state: found } = await manager<Status>('POST', `/imports/${id}/${what}`, what === 'undo' ? undefined : {})
      while (isUnderWay(found)) {
        await pause(250)
        found = (await manager<Status>('GET', `/imports/${id}`)).state
      }
      mark(`${what} ended`, server)
      if (found !== state) throw new Error(`the import is ${found}`)
      return (performance.now() - since) / 1_000
    }
    const readAlone = await timed(id, 'read', 'READY')
    const ran = await timed(id, 'run', 'DONE')
    clearInterval(watch)
    const undone = await timed(id, 'undo', 'UNDONE')

    const shared = await upload(salesFile(SHARED_ROWS, machines))
    await timed(shared, 'read', 'READY')
    let isOver = false
    const beside = reads(() => isOver)
    const ranShared = await timed(shared, 'run', 'DONE')
    isOver = true
    const times = await beside
    const size = `${ROWS.toLocaleString('en')} rows, ${(file.length / MEGABYTE).toFixed(0)} MB`
    const rate = (what: string, seconds: number, goal: number | null, rows = ROWS): Row => ({
      what,
      ours: perSecond(rows / seconds),
      peer: '',
      ratio: '',
      goal: goal === null ? '' : `≥ ${perSecond(goal)}`,
      isMet: goal === null ? null : rows / seconds >= goal,
    })
    return [
      rate(`read and count, ${size}`, readAlone, MIN_ROWS),
      rate(`import, ${size}`, ran, MIN_ROWS),
      rate(`undo, ${size}`, undone, null),
      rate('import while another company reads', ranShared, null, SHARED_ROWS),
      within('memory of the server beyond idle', most - memoryIdle, MAX_MEMORY, (value) => `${value.toFixed(0)} MB`),
      atMost(
        'another company reads its machines beside an import, p95',
        quantile(times, 0.95),
        { name: 'alone', value: quantile(idle, 0.95) },
        2,
      ),
      atMost('the same, median', quantile(times, 0.5), { name: 'alone', value: quantile(idle, 0.5) }, null),
    ]
  } finally {
    await server.kill()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Status = { id: string; state: ImportState }

/** The resident memory of a process, in MB. */
const memoryOf = ({ pid }: ServerProcess): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1_024

async function callerAt(port: number, username: string) {
  const base = `http://127.0.0.1:${port}/api`
  const body = new URLSearchParams({ grant_type: 'password', username, password: DEMO_PASSWORD })
  const answer = await fetch(`${base}/oauth/token`, { method: 'POST', headers: { authorization: PUBLIC_CLIENT }, body })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return async <T>(method: string, path: string, sent?: object): Promise<T> => {
    const send = () =>
      fetch(base + path, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(sent ? { 'content-type': 'application/json' } : {}) },
        ...(sent ? { body: JSON.stringify(sent) } : {}),
      })
    // Reads are retried once, because an idle connection may be closed at the moment of its reuse.
    const response = await send().catch((error: unknown) => (method === 'POST' ? Promise.reject(error) : send()))
    const given = (await response.json()) as { data: T }
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${JSON.stringify(given)}`)
    return given.data
  }
}
