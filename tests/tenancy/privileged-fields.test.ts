import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import { OURS } from './people.ts'
import { requestsOf, send, type TenancyRequest } from './requests.ts'
import { changesBetween, type State, stateOf } from './state.ts'
import { idOf } from './test-values.ts'
import { aWorld, type World } from './world.ts'

/** Two identical worlds: requests have a plain body in one, and the same body with all privileged fields in the other. */
let plain: World
let greedy: World
beforeAll(async () => {
  plain = await aWorld()
  greedy = await aWorld()
})
afterAll(async () => {
  await plain.close()
  await greedy.close()
})

/** Fields that control rights or ownership, or that only the server writes. */
const privileged = ({ theirs, facts }: World): Record<string, unknown> => ({
  id: facts.alone.machine,
  company: theirs,
  companyId: theirs,
  company_id: theirs,
  userId: facts.alone.userId,
  user_id: facts.alone.userId,
  machine_id: facts.alone.machine,
  role: 'ROLE_MANAGER',
  companyRole: 'ROLE_MANAGER',
  company_role: 'ROLE_MANAGER',
  roles: ['ROLE_SUPER_ADMIN'],
  authorities: ['ROLE_SUPER_ADMIN'],
  enabled: true,
  assigned: true,
  createdAt: '2020-01-01T00:00:00.000Z',
  effectiveAt: '2020-01-01T00:00:00.000Z',
  effective_at: '2020-01-01T00:00:00.000Z',
  receivedAt: '2020-01-01T00:00:00.000Z',
  feedSeq: 999_999,
  feed_seq: 999_999,
  balance: 999_999,
  cause: 'SOLD',
  kind: 'count',
  voided: true,
  status: 'applied',
  removedAt: null,
  lastCost: 1,
  constructor: { prototype: { enabled: true } },
})

/** Adds the extra fields at every level of a body, except those that the body contains by contract. */
function withExtras(value: unknown, extras: Record<string, unknown>, known: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withExtras(item, extras, known))
  if (typeof value !== 'object' || value === null) return value
  const own = Object.entries(value).map(([key, member]) => [key, withExtras(member, extras, known)])
  const added = Object.entries(extras).filter(([key]) => !(key in value) && !known.has(key))
  return Object.fromEntries([...own, ...added])
}

/** A push and a pull state the device's user by contract; wrong values are rejected, which another test covers. */
const ALLOWED_FIELDS: Record<string, readonly string[]> = { push: ['userId', 'companyId'], pull: ['userId', 'companyId'] }

/** An operation stores its body unchanged, for its owner and its hash; that is no effect. */
const withoutBodies = (row: string) =>
  row.replace(/"payload": .+?, "clock_offset"|"payload": .+, "received_at"/, '').replace(/"(body|claim)_hash": "[^"]+"/, '')

/** Random values: machine codes, encrypted values, and server-assigned ids (ids of requests are derived from names, version 5). */
const withoutChance = (text: string) =>
  text
    // An encrypted response: with the same key no two are alike.
    .replaceAll(/(?<="answer": ")[\w-]+(?=")/g, 'sealed')
    .replaceAll(
      /"token": ?"[\w-]{22,43}"|"hash": "[\w-]{43}"|"note_by": "[^"]+"|"(?:sealed|secret|secret_before)": "[^"]+"|"seal_key": "[^"]+"|"password_hash": "[^"]+"/g,
      '',
    )
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g, 'by chance')

const changes = async (world: World, operation: () => Promise<unknown>) => {
  const of = () => Promise.all([world.ours, world.theirs].map((company) => stateOf(world.ctx.database, company)))
  const before = await of()
  await operation()
  const after = await of()
  return before.flatMap((state, index) => changesWithoutChance(state, after[index] ?? {})).map(withoutBodies)
}

/** Only rows that differ are masked, because masking every row of both states takes longer than reading them. */
function changesWithoutChance(before: State, after: State): string[] {
  const masked = (one: State, other: State) =>
    Object.fromEntries(
      Object.entries(one).map(([table, rows]) => {
        const same = new Set(other[table])
        return [table, rows.filter((row) => !same.has(row)).map(withoutChance)]
      }),
    )
  return changesBetween(masked(before, after), masked(after, before))
}

const withBody = ENDPOINTS.filter(({ body, method }) => body && method !== 'GET')

describe.each(['manager', 'employee'] as const)('a body with more fields than a %s may set', (who) => {
  test.each(withBody.map((endpoint) => [endpoint.name, endpoint] as const))(
    'is rejected by %s, or has no further effect',
    async (_name, endpoint) => {
      const requests = (world: World) => requestsOf(endpoint, { facts: world.facts.ours.assigned, tokens: world.tokens, asker: who })
      for (const [index, request] of requests(greedy).entries()) {
        const known = new Set(ALLOWED_FIELDS[endpoint.name])
        const more: TenancyRequest = { ...request, body: withExtras(request.body, privileged(greedy), known) }
        const answers: { statusCode: number; body: string }[] = []
        const done = await changes(greedy, async () => answers.push(await send(greedy.app, more, greedy.principals[who].headers)))
        const should = await changes(plain, async () => {
          const same = requests(plain)[index]
          if (same) answers.push(await send(plain.app, same, plain.principals[who].headers))
        })
        const [got, right] = answers
        // An unknown field is rejected before anything else is checked.
        const isRefused = got?.statusCode === 422 || ((got?.statusCode ?? 0) >= 400 && (right?.statusCode ?? 0) < 400)
        expect([request.name, got?.statusCode]).toEqual([request.name, isRefused ? got?.statusCode : right?.statusCode])
        expect(done).toEqual(isRefused ? [] : should)
        // A sign-in returns random tokens.
        if (!isRefused && endpoint.who === 'anyone') expect(withoutChance(got?.body ?? '')).toBe(withoutChance(right?.body ?? ''))
      }
    },
  )
})

test('the comparison detects a difference', async () => {
  const [endpoint] = ENDPOINTS.filter(({ name }) => name === 'restockSlots')
  if (!endpoint) throw new Error('restockSlots no longer exists')
  const restock = (world: World, quantity: number) =>
    changes(world, async () => {
      const options = { facts: world.facts.ours.assigned, tokens: world.tokens, asker: `${OURS} ${idOf('compared')}` }
      const fill = (place: { name: string }, sound: unknown) =>
        place.name === 'quantity' ? quantity : place.name === 'full' ? false : sound
      for (const request of requestsOf(endpoint, { ...options, fill })) await send(world.app, request, world.principals.manager.headers)
    })
  expect(await restock(greedy, 2)).not.toEqual(await restock(plain, 1))
})
