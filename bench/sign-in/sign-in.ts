import type { FastifyInstance, InjectOptions } from 'fastify'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import { users } from '../../server/db/schema/account.ts'
import { hashPassword } from '../../server/features/account/passwords.ts'
import { aCompany, anAddress, aUser, createTestApp, createTestContext } from '../../tests/support/test-context.ts'
import { randomFrom } from '../../tests/sync/simulation/random.ts'
import { ms, type Row } from '../table.ts'

/** Requests of each kind. The standard error of the area is then about 0.018. */
const EACH = 500
type Kind = 'known' | 'unknown' | 'disabled'
type Taken = Partial<Record<Kind, number[]>>

/** Measures whether the sign-in response or its duration reveals that a login exists or is disabled: 0.5 reveals nothing. */
export async function signIn(): Promise<Row[]> {
  const ctx = await createTestContext()
  const app = await createTestApp(ctx)
  try {
    await fill(ctx)
    const refusals = await timesOf(app, ['known', 'unknown', 'disabled'], 400, (login) => ({
      url: '/api/oauth/token',
      headers: { authorization: PUBLIC_CLIENT, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ grant_type: 'password', username: login, password: 'a wrong one', reCaptchaToken: '' }).toString(),
    }))
    const resets = await timesOf(app, ['known', 'unknown'], 202, (login) => ({
      url: '/api/password-reset',
      payload: { email: `${login}@bench.example` },
    }))
    const registrations = await timesOf(app, ['known', 'unknown'], 201, (login) => ({
      url: '/api/register',
      headers: { authorization: PUBLIC_CLIENT },
      payload: { name: 'Ada', email: `${login}@bench.example`, companyName: 'Bench' },
    }))
    return [
      area('a refusal, known login', refusals, 'known', 'unknown login'),
      area('a refusal, disabled login', refusals, 'disabled', 'unknown login'),
      area('asking for a new password, known address', resets, 'known', 'unknown address'),
      area('asking for an account, known address', registrations, 'known', 'unknown address'),
    ]
  } finally {
    await app.close()
    await ctx.database.close()
  }
}

/** Users with unknown passwords. All share one hash of the server's cost, because computing many would take long; hashes of tests are cheaper. */
async function fill(ctx: Awaited<ReturnType<typeof createTestContext>>) {
  const company = await aCompany(ctx)
  const { password: _, id: __, ...user } = await aUser(ctx, company, { login: 'first' })
  const first = { ...user, passwordHash: await hashPassword('not the one that is tried') }
  const rows = (['known', 'disabled'] as const).flatMap((kind) =>
    Array.from({ length: EACH }, (_, index) => ({
      ...first,
      login: `${kind}_${index}`,
      email: `${kind}_${index}@bench.example`,
      enabled: kind === 'known',
    })),
  )
  await ctx.database.asSystem((db) => db.insert(users).values(rows))
}

/** Response times in milliseconds, in random order. All responses must be identical. */
async function timesOf(
  app: FastifyInstance,
  kinds: readonly Kind[],
  status: number,
  questionOf: (login: string) => InjectOptions,
): Promise<Taken> {
  const taken: Taken = Object.fromEntries(kinds.map((kind) => [kind, []]))
  const random = randomFrom('sign-in')
  const order = kinds.flatMap((kind) => Array.from({ length: EACH }, (_, index) => ({ kind, index, place: random.next() })))
  let previous: string | undefined
  for (const { kind, index } of order.toSorted((a, b) => a.place - b.place)) {
    const question = questionOf(`${kind}_${index}`)
    const begun = performance.now()
    const { statusCode, body } = await app.inject({ method: 'POST', remoteAddress: anAddress(), ...question })
    taken[kind]?.push(performance.now() - begun)
    previous ??= body
    if (statusCode !== status || body !== previous) throw new Error(`${question.url}, ${kind}_${index}: status ${statusCode}: ${body}`)
  }
  return taken
}

const median = (taken: readonly number[]) => taken.toSorted((a, b) => a - b)[Math.floor(taken.length / 2)] ?? 0

/**
 * The area under the curve (Mann and Whitney): how often one kind takes longer than the unknown ones; ties count half. `ratio`: of the
 * medians.
 */
function area(what: string, taken: Taken, kind: Kind, peer: string): Row {
  const [ours, theirs] = [taken[kind] ?? [], taken.unknown ?? []]
  const longer = ours.reduce((sum, a) => sum + theirs.reduce((count, b) => count + (a > b ? 1 : a === b ? 0.5 : 0), 0), 0)
  const auc = longer / (ours.length * theirs.length)
  return {
    what: `time of ${what}`,
    ours: `${auc.toFixed(3)}, median ${ms(median(ours))}`,
    peer: `${peer}: 0.500, median ${ms(median(theirs))}`,
    ratio: `${(median(ours) / median(theirs)).toFixed(3)} ×`,
    goal: '0.45 to 0.55',
    isMet: auc >= 0.45 && auc <= 0.55,
  }
}
