import { PART_BYTES } from '#domain/imports.ts'
import { importsUnderWay } from '../../server/features/imports/imports.job.ts'
import { openGate } from '../../server/http/gate.ts'
import { handAll } from '../../server/jobs/outgoing.ts'
import { aMachine } from '../../tests/support/fleet.ts'
import { anApp } from '../../tests/support/house.ts'
import { callerWith, twoCompaniesOn } from '../../tests/support/two-companies.ts'
import { quantile } from '../rounds.ts'
import { atMost, notRun, perSecond, type Row, within } from '../table.ts'

const ROWS = Number(process.env.BENCH_ROWS ?? 200_000)
const MACHINES = 40
const READS = 300
const MEGABYTE = 1024 * 1024
const MOST_MEMORY = 256
const LEAST_ROWS = 20_000

/** Sales of many machines, each a minute after the one before. */
function salesFile(count = ROWS): Buffer {
  const start = Date.UTC(2024, 0, 1)
  const rows = Array.from({ length: count }, (_, n) => {
    const at = new Date(start + Math.floor(n / MACHINES) * 60_000 + (n % MACHINES) * 1_000).toISOString()
    return `${at.slice(0, 10)} ${at.slice(11, 19)},Machine ${n % MACHINES},${1 + (n % 5)}.50,${n % 3 ? 'Card' : 'Cash'},tx${n}`
  })
  return Buffer.from(['Date,Machine,Amount,Payment,Transaction ID', ...rows].join('\n'))
}

const SMALL_ROWS = 10_000
const LONGEST_WAIT = 100

/** How long another company waits while one call imports a file on the embedded database, which has a single connection. */
async function beside(): Promise<Row[]> {
  const world = await twoCompaniesOn('embedded', { now: Date.now })
  if ('missing' in world) return [notRun('an import of one call', world.missing)]
  try {
    for (let n = 0; n < MACHINES; n++) await aMachine(world.house, world.company, { name: `Machine ${n}` })
    await aMachine(world.house, world.rivalCompany, { name: 'Other' })
    const times: number[] = []
    let isOver = false
    const reading = (async () => {
      while (!isOver) {
        const since = performance.now()
        await world.rival.call('GET', '/machines')
        times.push(performance.now() - since)
      }
    })()
    const content = salesFile(SMALL_ROWS).toString('base64')
    const { statusCode } = await world.manager.call('POST', '/imports', { kind: 'SALES', content, confirm: true })
    isOver = true
    await reading
    if (statusCode !== 200) throw new Error(`POST /imports was answered ${statusCode}`)
    const what = `another company reads its machines beside an import of ${SMALL_ROWS.toLocaleString('en')} rows, embedded database`
    const ms = (value: number) => `${value.toFixed(0)} ms`
    return [
      within(`${what}, p95`, quantile(times, 0.95), LONGEST_WAIT, ms),
      within('the same, longest', Math.max(...times), LONGEST_WAIT, ms),
    ]
  } finally {
    await world.close()
  }
}

export const imports = async (): Promise<Row[]> => [...(await large()), ...(await beside())]

/** A large import on PostgreSQL: rows a second, memory, and what it costs another company's requests. */
export async function large(mark: (what: string) => void = () => {}): Promise<Row[]> {
  const world = await twoCompaniesOn('postgresql', { now: Date.now })
  if ('missing' in world) return [notRun('a large import', world.missing)]
  const app = await anApp(world.house, { gate: openGate({ atOnce: world.house.database.atOnce }) })
  try {
    for (let n = 0; n < MACHINES; n++) {
      await aMachine(world.house, world.company, { name: `Machine ${n}` })
      await aMachine(world.house, world.rivalCompany, { name: `Machine ${n}` })
    }
    const manager = callerWith(app, world.manager.signIn)
    const rival = callerWith(app, world.rival.signIn)
    const read = async () => {
      const since = performance.now()
      const { statusCode } = await rival('GET', '/machines')
      if (statusCode !== 200) throw new Error(`GET /machines was answered ${statusCode}`)
      return performance.now() - since
    }
    const reads = async (isOver: () => boolean) => {
      const times: number[] = []
      while (!isOver()) {
        times.push(await read())
        await new Promise((next) => setTimeout(next, 20))
      }
      return times
    }
    const upload = async (file: Buffer) => {
      const begun = await manager('POST', '/imports/uploads', { kind: 'SALES', name: 'sales.csv', size: file.length })
      const { id } = begun.json().data as { id: string }
      for (let at = 0; at < file.length; at += PART_BYTES)
        await manager('PUT', `/imports/${id}/parts/${at / PART_BYTES + 1}`, {
          content: file.subarray(at, at + PART_BYTES).toString('base64'),
        })
      return id
    }
    const work = () => handAll({ ...world.house, log: app.log }, importsUnderWay)

    let count = 0
    await reads(() => ++count > READS)
    count = 0
    const idle = await reads(() => ++count > READS)
    const id = await upload(salesFile())
    globalThis.gc?.()
    const before = process.memoryUsage.rss()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 50)

    const timed = async (what: 'read' | 'run') => {
      const answer = await manager('POST', `/imports/${id}/${what}`, {})
      if (answer.statusCode !== 200) throw new Error(answer.body)
      const since = performance.now()
      await work()
      return (performance.now() - since) / 1_000
    }
    mark('read begins')
    const readAlone = await timed('read')
    mark('run begins')
    let isOver = false
    const beside = reads(() => isOver)
    const ran = await timed('run')
    mark('run ended')
    isOver = true
    const times = await beside
    clearInterval(watch)
    const { state } = (await manager('GET', `/imports/${id}`)).json().data
    if (state !== 'DONE') throw new Error(`The import is ${state}.`)
    const rate = (what: string, seconds: number): Row => ({
      what: `${what}, ${ROWS.toLocaleString('en')} rows`,
      ours: perSecond(ROWS / seconds),
      peer: '',
      ratio: '',
      goal: `≥ ${perSecond(LEAST_ROWS)}`,
      isMet: ROWS / seconds >= LEAST_ROWS,
    })
    return [
      rate('read and count', readAlone),
      rate('import while another company reads', ran),
      within('memory beyond what the server has, imports', (most - before) / MEGABYTE, MOST_MEMORY, (value) => `${value.toFixed(0)} MB`),
      atMost(
        'another company reads its machines beside an import, p95',
        quantile(times, 0.95),
        { name: 'alone', value: quantile(idle, 0.95) },
        2,
      ),
      atMost('the same, median', quantile(times, 0.5), { name: 'alone', value: quantile(idle, 0.5) }, null),
    ]
  } finally {
    await app.close()
    await world.close()
  }
}
