import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import { OURS } from './people.ts'
import { type Asked, requestsOf, send } from './requests.ts'
import { changesBetween, type State, stateOf } from './state.ts'
import { idOf } from './things.ts'
import { aWorld, type World } from './world.ts'

/** The same world twice: what is done in one with a plain body is done in the other with all that nobody may say. */
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

/** What decides about rights, about whose a thing is, or what the server alone writes. */
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

/** The extra fields at every level of a body, but for those that the body says by right. */
function withExtras(value: unknown, extras: Record<string, unknown>, known: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withExtras(item, extras, known))
  if (typeof value !== 'object' || value === null) return value
  const own = Object.entries(value).map(([key, member]) => [key, withExtras(member, extras, known)])
  const added = Object.entries(extras).filter(([key]) => !(key in value) && !known.has(key))
  return Object.fromEntries([...own, ...added])
}

/** A push and a pull say by right whom the device speaks for; what they say wrongly is refused, which stands elsewhere. */
const SAID_BY_RIGHT: Record<string, readonly string[]> = { push: ['userId', 'companyId'], pull: ['userId', 'companyId'] }

/** What an operation keeps of its body as it came, for its owner and for its hash, is no effect. */
const withoutBodies = (row: string) =>
  row.replace(/"payload": .+?, "clock_offset"|"payload": .+, "received_at"/, '').replace(/"(body|claim)_hash": "[^"]+"/, '')

/** A machine's code, what is sealed, and ids that the server gives (those of requests are made of names, version 5) are of chance. */
const withoutChance = (text: string) =>
  text
    // An answer that was sealed: with the same key no two are alike.
    .replaceAll(/(?<="answer": ")[\w-]+(?=")/g, 'sealed')
    .replaceAll(
      /"token": ?"[\w-]{22}"|"note_by": "[^"]+"|"(?:sealed|secret|secret_before)": "[^"]+"|"seal_key": "[^"]+"|"password_hash": "[^"]+"/g,
      '',
    )
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g, 'by chance')

const changes = async (world: World, deed: () => Promise<unknown>) => {
  const of = () => Promise.all([world.ours, world.theirs].map((company) => stateOf(world.ctx.database, company)))
  const before = await of()
  await deed()
  const after = await of()
  return before.flatMap((state, index) => changesWithoutChance(state, after[index] ?? {})).map(withoutBodies)
}

/** Only the rows that differ are masked, because masking every row of both states takes longer than reading them. */
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

describe.each(['manager', 'employee'] as const)('a body that says more than a %s may say', (who) => {
  test.each(withBody.map((endpoint) => [endpoint.name, endpoint] as const))(
    'is refused by %s, or does no more',
    async (_name, endpoint) => {
      const requests = (world: World) => requestsOf(endpoint, { facts: world.facts.ours.assigned, tokens: world.tokens, asker: who })
      for (const [index, asked] of requests(greedy).entries()) {
        const known = new Set(SAID_BY_RIGHT[endpoint.name])
        const more: Asked = { ...asked, body: withExtras(asked.body, privileged(greedy), known) }
        const answers: { statusCode: number; body: string }[] = []
        const done = await changes(greedy, async () => answers.push(await send(greedy.app, more, greedy.everybody[who].headers)))
        const should = await changes(plain, async () => {
          const same = requests(plain)[index]
          if (same) answers.push(await send(plain.app, same, plain.everybody[who].headers))
        })
        const [got, right] = answers
        // A field that a call does not know is refused before anything else is looked at.
        const isRefused = got?.statusCode === 422 || ((got?.statusCode ?? 0) >= 400 && (right?.statusCode ?? 0) < 400)
        expect([asked.name, got?.statusCode]).toEqual([asked.name, isRefused ? got?.statusCode : right?.statusCode])
        expect(done).toEqual(isRefused ? [] : should)
        // What signs in gives tokens of chance.
        if (!isRefused && endpoint.who === 'anyone') expect(withoutChance(got?.body ?? '')).toBe(withoutChance(right?.body ?? ''))
      }
    },
  )
})

test('the comparison sees a difference where there is one', async () => {
  const [endpoint] = ENDPOINTS.filter(({ name }) => name === 'restockSlots')
  if (!endpoint) throw new Error('restockSlots is gone')
  const restock = (world: World, quantity: number) =>
    changes(world, async () => {
      const options = { facts: world.facts.ours.assigned, tokens: world.tokens, asker: `${OURS} ${idOf('compared')}` }
      const fill = (place: { name: string }, sound: unknown) =>
        place.name === 'quantity' ? quantity : place.name === 'full' ? false : sound
      for (const asked of requestsOf(endpoint, { ...options, fill })) await send(world.app, asked, world.everybody.manager.headers)
    })
  expect(await restock(greedy, 2)).not.toEqual(await restock(plain, 1))
})
