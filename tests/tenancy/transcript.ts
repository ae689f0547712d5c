import { sql } from 'drizzle-orm'
import type { Endpoint } from '#contract/endpoint.ts'
import * as machines from '#contract/machines.ts'
import * as products from '#contract/products.ts'
import * as stock from '#contract/stock.ts'
import * as sync from '#contract/sync.ts'
import { HOUR } from '#domain/time.ts'
import { runDueJobs } from '../../server/jobs/run-jobs.ts'
import { JOBS } from '../../server/jobs.ts'
import { selfCheck } from '../../server/self-check/self-check.job.ts'
import { readPdf } from '../support/pdf.ts'
import { additionalCases } from './additional-cases.ts'
import { copyNewRows } from './copied-company.ts'
import type { Facts } from './facts.ts'
import { OURS, THEIRS } from './people.ts'
import { allRequests, requestsOf, send, type TenancyRequest } from './requests.ts'
import { stateOf } from './state.ts'
import { idOf } from './test-values.ts'
import type { World } from './world.ts'

const SPEAKERS = ['rivalManager', 'rivalEmployee', 'manager', 'employee', 'deviceManager', 'device'] as const

/**
 * A day of both companies, which use the same ids for their own objects and operations: every response, every row, and the self-check.
 * Then each receives a copy of the other's data under the same ids, both send all requests again, machines are deactivated, and all jobs
 * run. The result is the same with the store filters alone and with row-level security alone.
 */
export async function* transcript(world: World): AsyncGenerator<string> {
  const { app, principals, facts, ctx, ours, theirs } = world
  for (const who of SPEAKERS) {
    const { company, headers } = principals[who]
    const own = facts[company ?? 'ours']
    for (const place of ['assigned', 'elsewhere'] as const) {
      const asks = aDay(own[place], world.tokens, who.toLowerCase().replace('rival', ''))
      const sent = asks.filter(({ endpoint }) => (who === 'device') === (endpoint.who === 'device'))
      for (const request of [...sent, ...sent.filter(({ call }) => call.operation)]) {
        const answer = await send(app, request, headers)
        yield `${who} ${place} ${request.name} ${answer.statusCode} ${withoutSalt(wordsOf(answer))}`
      }
      yield* whatIsWritten(world)
    }
  }
  for await (const line of additionalCases(world)) yield withoutSalt(line)
  yield* whatIsWritten(world)
  await copyNewRows(ctx.database.owner, { id: ours, text: OURS }, { id: theirs, text: THEIRS })
  yield* everybodyAgain(world, 'again', 'assigned', isPersonal)
  yield* whatIsWritten(world)
  // A deactivated machine is visible nowhere, with all its data: first some machines, then all.
  for (const gone of ['elsewhere', 'assigned'] as const) {
    for (const company of ['ours', 'theirs'] as const) {
      const { companyId, machine, coffeeMachine } = facts[company][gone]
      await ctx.database.owner.execute(
        sql`update machines set deactivated_at = '2026-03-02' where company_id = ${companyId} and id in (${machine}, ${coffeeMachine})`,
      )
    }
    for (const place of ['assigned', 'elsewhere'] as const)
      yield* everybodyAgain(world, `without ${gone}`, place, (endpoint) => isPersonal(endpoint) && endpoint.method === 'GET')
  }
  await ctx.database.owner.execute('update users set weekly_emails = true, system_updates = true where email is not null')
  await runDueJobs({ ...ctx, log: app.log, now: () => ctx.now() + HOUR }, JOBS)
  yield* whatIsWritten(world)
}

/** All permitted requests once more, by each principal. */
async function* everybodyAgain(
  world: World,
  when: string,
  place: 'assigned' | 'elsewhere',
  isAsked: (endpoint: Endpoint) => boolean,
): AsyncGenerator<string> {
  for (const who of SPEAKERS) {
    const { company, headers } = world.principals[who]
    const asks = allRequests({ facts: world.facts[company ?? 'ours'][place], tokens: world.tokens, asker: `${who} ${when}` })
    for (const request of asks.filter(({ endpoint }) => isAsked(endpoint) && (who === 'device') === (endpoint.who === 'device'))) {
      // An object with a random id gets its own moment, which gives it a stable position in lists.
      world.clock.pass(10)
      const answer = await send(world.app, request, headers)
      yield `${who} ${when} ${request.name} ${answer.statusCode} ${withoutSalt(wordsOf(answer))}`
    }
  }
}

/** Reads the data repeatedly, so that a wrong write is detected soon, with its author. */
async function* whatIsWritten({ ctx, ours, theirs }: World): AsyncGenerator<string> {
  for (const company of [ours, theirs])
    for (const [table, rows] of Object.entries(await stateOf(ctx.database, company)))
      yield* rows.map((row) => `${table} ${withoutSalt(row)}`).toSorted()
  yield `self-check ${JSON.stringify(await selfCheck(ctx))}`
}

/** Compared by its content, because its signature covers the session. */
const SIGNED_LINK = /\/files\/([\w-]+)\.[\w-]+/g

/** Password hashes, codes, tokens and random numbers differ in every run. */
const withoutSalt = (row: string) =>
  row
    .replace(SIGNED_LINK, (_, content) => `/files/${Buffer.from(content, 'base64url')}`)
    .replace(
      /\$argon2id\$[^"]+|(?<="(?:claim_hash|body_hash)": ")[^"]+|(?<="claimCode":")[^"]+|(?<="answer": ")[\w-]+(?=")|(?<="token": ?")[\w-]{22,43}(?=")|(?<="hash": ")[\w-]{43}(?=")|(?<="hint":")[^"]+|(?<=\/join#)[\w-]+|rk_[\w-]+|whsec_[\w+/=]+|(?<="(?:sealed|secret|secret_before)": ")[^"]+|(?<="(?:note_by|seal_key)": ")[^"]+|[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g,
      '',
    )

export async function allOf(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all
}

/** Every request once, and the cases of particular days. */
function aDay(facts: Facts, tokens: World['tokens'], asker: string): TenancyRequest[] {
  const requestsWith = (endpoint: Endpoint, occasion: string, sent: Record<string, unknown>, at?: string) =>
    requestsOf(endpoint, {
      facts,
      tokens,
      asker: `${asker} ${occasion}`,
      fill: (place, sound) => (place.name in sent ? sent[place.name] : sound),
    }).map((request) => ({ ...request, headers: { ...request.headers, ...(at ? { 'occurred-at': at } : {}) } }))
  const restocked = idOf(`${asker} restock: restockSlots at ${facts.machine}`)
  return [
    ...allRequests({ facts, tokens, asker }).filter(({ endpoint, name }) => isPersonal(endpoint) && name !== 'voidOperation'),
    ...requestsWith(stock.restockSlots, 'restock', { full: false }),
    ...requestsWith(stock.restockSlots, 'undone elsewhere', { opId: idOf(`undone by the rival at ${facts.machine}`), full: false }),
    ...requestsWith(stock.changeInventory, 'count', { type: 'ADJUST' }, '2026-03-02T06:00:00.000Z'),
    ...requestsWith(stock.restockSlots, 'late restock', { full: false }, '2026-03-02T05:00:00.000Z'),
    ...requestsWith(stock.restockSlots, 'restock of what was taken out', { productInstallationId: facts.edited }),
    ...requestsWith(stock.changeInventory, 'far too much', { type: 'LOSS', quantity: 0, baseQuantity: 5_000 }),
    ...requestsWith(stock.voidOperation, 'undo', { operationId: restocked }),
    ...requestsWith(machines.listMachines, 'of a serviceman', { serviceman: facts.userId, type: undefined }),
    ...requestsWith(machines.listMachines, 'search', { query: 'robin', state: 'RUNNING' }),
    ...requestsWith(products.listProducts, 'search', { query: 'cola' }),
    ...requestsWith(stock.machineInventory, 'by product', { groupBy: 'product' }),
    ...requestsWith(sync.pull, 'what became of it', { pending: restocked }),
  ]
}

/** Calls without a sign-in are included if they concern a machine. */
const isPersonal = ({ who, path }: Endpoint) => (who !== 'public' && who !== 'basic') || /machines|files/.test(path)

function wordsOf({ headers, body, rawPayload }: Awaited<ReturnType<typeof send>>): string {
  const type = String(headers['content-type'])
  if (type === 'application/pdf')
    return readPdf(new Uint8Array(rawPayload).buffer)
      .pages.map(({ text }) => text)
      .join('\n')
  return type.includes('json') ? JSON.stringify(inOneOrder(JSON.parse(body))) : body
}

/** If the order of a list has no meaning, the database may return any. */
function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    const sent = value.map(inOneOrder).map((one) => ({ one, text: withoutSalt(JSON.stringify(one)) }))
    return sent.toSorted((a, b) => (a.text < b.text ? -1 : 1)).map(({ one }) => one)
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inOneOrder(member)]))
}

/** The first difference to an earlier day, with some context; null if there is none. */
export async function difference(expected: readonly string[], day: AsyncIterable<string>): Promise<string | null> {
  let count = 0
  for await (const b of day) {
    const a = expected[count++] ?? ''
    if (a === b) continue
    const at = Math.max(0, [...a].findIndex((letter, index) => letter !== b[index]) - 60)
    return `${a.slice(0, 60)}: instead of …${a.slice(at, at + 200)} came …${b.slice(at, at + 200)}`
  }
  return count === expected.length ? null : `The day ended after ${count} of ${expected.length} lines.`
}
