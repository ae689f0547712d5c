import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { loadavg } from 'node:os'
import { sql } from 'drizzle-orm'
import { ENDPOINTS } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { DAY, toIso } from '#domain/time.ts'
import { createApp } from '../../server/app.ts'
import { rowsOf } from '../../server/db/client.ts'
import { openPostgres } from '../../server/db/connect.ts'
import { NO_LIMITS } from '../../server/http/limits.ts'
import { NO_LOAD_SHEDDING } from '../../server/http/load-shedding.ts'
import { addressOf } from '../../tests/support/live-stream.ts'
import { freshDatabase, startPostgres } from '../../tests/support/postgres.ts'
import { serverLog } from '../../tests/support/server-lines.ts'
import { aCompany, aUser, createTestContext, signedIn, type TestContext } from '../../tests/support/test-context.ts'
import type { Facts } from '../../tests/tenancy/facts.ts'
import { requestsOf } from '../../tests/tenancy/requests.ts'
import { factsOf } from '../fairness/facts.ts'
import { fillLarge } from '../large/fill.ts'
import { quantile } from '../rounds.ts'
import { atMost, ms, notRun, type Row, within } from '../table.ts'
import { fillAround, sellAt } from './fill-around.ts'

const GOAL = 2
/** For so long at most a call may keep the requests of others waiting in the server's only thread. */
const MAX_BLOCK_MS = 50
const SIZES = ['S', 'L'] as const
type Size = (typeof SIZES)[number]
const MACHINES = { S: Number(process.env.GROWTH_SMALL ?? 300), L: Number(process.env.GROWTH_LARGE ?? 10_000) } as const
const DAYS = Number(process.env.GROWTH_DAYS ?? 30)
const LOOKS = Number(process.env.GROWTH_LOOKS ?? 30)
const WARM_UP = 3
/** The share of machines that sell something between two calls: in a busy hour a fifth of them do in two minutes. */
const SELLING = 1 / 500

const MONTH = `?startDate=${toIso(Date.now() - 30 * DAY)}&endDate=${toIso(Date.now())}`

/** Streams, and calls without data of a company. */
const isOfCompany = ({ method, who, answerType, path }: Endpoint) =>
  method === 'GET' && who !== 'public' && who !== 'basic' && who !== 'device' && !answerType && !path.startsWith('/admin')

const loginOf = (size: Size) => `grown-${size.toLowerCase()}`
type Ask = (path: string) => Promise<{ status: number; json: unknown }>
type Measure = (path: string) => Promise<{ ms: number; blockedMs: number; bytes: number }>

/**
 * Measures every GET of the contract with a fleet of 10,000 machines beside one of 300 in the same database, in turn, while machines sell;
 * and for how long each keeps the event loop busy at a stretch, because requests of all companies wait for that time.
 * `GROWTH_DATABASE` is the URL of an empty database, or of one that an earlier run filled; `GROWTH_ONLY` a list of names of calls.
 */
export async function growth(): Promise<Row[]> {
  const given = process.env.GROWTH_DATABASE
  const postgres = given ? { url: given, stop: async () => {} } : await startPostgres()
  if ('missing' in postgres) return [notRun('growth', postgres.missing)]
  const url = given ?? (await freshDatabase(postgres.url))
  const opened = await openPostgres(url)
  if ('wrong' in opened) throw new Error(opened.wrong)
  const ctx = await createTestContext({ database: opened.database })
  const app = await createApp(ctx, { limits: NO_LIMITS, gate: NO_LOAD_SHEDDING, logTo: serverLog })
  try {
    if ((await companiesOf(ctx)).S === undefined) await fill(ctx, url)
    const companies = await companiesOf(ctx)
    await ctx.database.owner.execute(sql`analyze`)
    const address = await addressOf(app)
    const headers = { S: await signedIn(app, loginOf('S')), L: await signedIn(app, loginOf('L')) }
    const askAs =
      (size: Size): Ask =>
      async (path) => {
        const answer = await fetch(`${address}/api${path}`, { headers: headers[size] })
        const body = await answer.text()
        return { status: answer.status, json: isJson(answer) ? JSON.parse(body) : null }
      }
    const measureAs =
      (size: Size): Measure =>
      async (path) => {
        const blocks = watchBlocks()
        const begun = performance.now()
        const byteLength = await download(`${address}/api${path}`, headers[size])
        const took = performance.now() - begun
        return { ms: took, blockedMs: blocks.longest(), bytes: byteLength }
      }
    const asks = { S: askAs('S'), L: askAs('L') }
    const measures = { S: measureAs('S'), L: measureAs('L') }
    const facts = { S: await knownTo(asks.S), L: await knownTo(asks.L) }
    const machines = { S: await machinesOf(ctx, companies.S), L: await machinesOf(ctx, companies.L) }
    const sell = (size: Size) => {
      const chosen = Array.from({ length: Math.ceil(MACHINES[size] * SELLING) }, () => machines[size][randomInt(MACHINES[size])] ?? 0)
      return sellAt(ctx, companies[size] ?? 0, chosen)
    }
    const rows: (Row & { growth: number })[] = []
    const blocks: (Row & { blockedMs: number })[] = []
    const only = process.env.GROWTH_ONLY?.split(',')
    for (const endpoint of ENDPOINTS.filter((one) => isOfCompany(one) && (only?.includes(one.name) ?? true))) {
      const paths = { S: await pathOf(endpoint, asks.S, facts.S), L: await pathOf(endpoint, asks.L, facts.L) }
      if (paths.S === null || paths.L === null) {
        console.error(`  not measured: ${endpoint.name}`)
        continue
      }
      const taken: Record<Size, number[]> = { S: [], L: [] }
      const blocked: Record<Size, number[]> = { S: [], L: [] }
      const bytes = { S: 0, L: 0 }
      for (let count = -WARM_UP; count < LOOKS; count++) {
        for (const size of SIZES) await sell(size)
        for (const size of count % 2 === 0 ? SIZES : SIZES.toReversed()) {
          const look = await measures[size](paths[size] ?? '')
          bytes[size] = look.bytes
          if (count < 0) continue
          taken[size].push(look.ms)
          blocked[size].push(look.blockedMs)
        }
      }
      const [small, large] = [quantile(taken.S, 0.5), quantile(taken.L, 0.5)]
      const what = `\`${endpoint.path}\`, ${kilobytes(bytes.S)} and ${kilobytes(bytes.L)} kB`
      const blockedMs = quantile(blocked.L, 0.5)
      blocks.push({ ...within(`${what}: longest block of fleet L`, blockedMs, MAX_BLOCK_MS, ms), blockedMs })
      rows.push({ ...atMost(what, large, { name: 'fleet S', value: small }, GOAL), growth: large / small })
      console.error(
        `  load ${loadavg()[0]?.toFixed(1)}: ${what}: ${large.toFixed(1)} ms, ${small.toFixed(1)} ms, ${(large / small).toFixed(2)}, blocks ${ms(blockedMs)}`,
      )
    }
    return [...rows.toSorted((a, b) => b.growth - a.growth), ...blocks.toSorted((a, b) => b.blockedMs - a.blockedMs)]
  } finally {
    await app.close()
    await ctx.database.close()
    await postgres.stop()
  }
}

/** Returns the bytes of a response without keeping them, because a client that does takes processor time from the server in this process. */
async function download(url: string, headers: Record<string, string>): Promise<number> {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  await once(response, 'end')
  return bytes
}

/**
 * The longest stretch of this process between two turns of its event loop, in ms of processor time, because other work on the machine would
 * count in wall time. Threads that run beside it, such as those of the garbage collector, are included.
 */
function watchBlocks(): { longest(): number } {
  let longest = 0
  let before = process.cpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.cpuUsage()
  }, 1)
  return {
    longest: () => {
      clearInterval(timer)
      return longest
    },
  }
}

/** The fleets have no hot drinks, whose number is the one that other benchmarks take. */
async function knownTo(ask: Ask): Promise<Facts> {
  const { data } = (await ask('/products?size=1')).json as { data: { sku: string }[] }
  return { ...(await factsOf(ask)), sku: data[0]?.sku ?? '' }
}

const isJson = ({ headers }: Response) => headers.get('content-type')?.includes('json') ?? false
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)

/** The path of a call as a screen first sends it: without a filter, or for a month. Null if this data has nothing to read there. */
async function pathOf(endpoint: Endpoint, ask: Ask, facts: Facts): Promise<string | null> {
  const [sound] = requestsOf(endpoint, { facts, tokens: { access: '', refresh: '', login: '', password: '' } as never, asker: 'growth' })
  const path = sound?.url.slice('/api'.length) ?? ''
  const [bare = ''] = path.split('?')
  for (const one of [bare, `${bare}${MONTH}`, path]) if ((await ask(one)).status === 200) return one
  return null
}

async function companiesOf({ database }: TestContext): Promise<Partial<Record<Size, number>>> {
  const rows = await rowsOf<{ login: string; company: number }>(database.owner, sql`select login, company_id as company from users`)
  return Object.fromEntries(
    SIZES.flatMap((size) => rows.flatMap(({ login, company }) => (login === loginOf(size) ? [[size, company]] : []))),
  )
}

async function machinesOf({ database }: TestContext, company = 0): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(database.owner, sql`select id::float8 as id from machines where company_id = ${company}`)
  return rows.map(({ id }) => id)
}

async function fill(ctx: TestContext, url: string): Promise<void> {
  const companies = []
  for (const size of SIZES) {
    const { id } = await aCompany(ctx, { name: size })
    await aUser(ctx, { id }, { login: loginOf(size) })
    companies.push({ id, size: { machines: MACHINES[size], days: DAYS, perDay: 4, ledgerDays: 5, seed: 1 } })
  }
  await fillLarge(url, companies, Date.now())
  for (const { id, size } of companies) await fillAround(ctx, id, size.machines)
}
