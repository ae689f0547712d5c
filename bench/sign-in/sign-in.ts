import type { FastifyInstance } from 'fastify'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import { users } from '../../server/features/account/account.tables.ts'
import { aCompany, aHouse, anAddress, anApp, aUser } from '../../tests/support/house.ts'
import { randomFrom } from '../../tests/sync/simulation/random.ts'
import type { Row } from '../table.ts'

/** Sign-ins of each kind. The area's own scatter is then about 0.018. */
const EACH = 500
const KINDS = ['known', 'unknown', 'disabled'] as const
type Kind = (typeof KINDS)[number]

/** Whether the time of a refusal tells that a login exists, or that it was disabled: 0.5 tells nothing. */
export async function signIn(): Promise<Row[]> {
  const house = await aHouse()
  const app = await anApp(house)
  try {
    await fill(house)
    const taken: Record<Kind, number[]> = { known: [], unknown: [], disabled: [] }
    const random = randomFrom('sign-in')
    const order = KINDS.flatMap((kind) => Array.from({ length: EACH }, (_, index) => ({ kind, index, place: random.next() })))
    for (const { kind, index } of order.toSorted((a, b) => a.place - b.place)) taken[kind].push(await refused(app, `${kind}_${index}`))
    const asked = await askedAtTheDoor(app)
    return [
      area('known login', taken.known, 'unknown', taken.unknown),
      area('disabled login', taken.disabled, 'unknown', taken.unknown),
      area('a new password for a known address', asked.known, 'unknown', asked.unknown),
    ]
  } finally {
    await app.close()
    await house.database.close()
  }
}

/** People whose passwords nobody knows, all with one hash: making it for each would take long. */
async function fill(house: Awaited<ReturnType<typeof aHouse>>) {
  const company = await aCompany(house)
  const { password: _, id: __, ...first } = await aUser(house, company, { login: 'first' })
  const rows = (['known', 'disabled'] as const).flatMap((kind) =>
    Array.from({ length: EACH }, (_, index) => ({
      ...first,
      login: `${kind}_${index}`,
      email: `${kind}_${index}@bench.example`,
      enabled: kind === 'known',
    })),
  )
  await house.database.asHouse((db) => db.insert(users).values(rows))
}

/** How long it takes to ask for a new password, for addresses that are known and for others, in turn. */
async function askedAtTheDoor(app: FastifyInstance): Promise<Record<'known' | 'unknown', number[]>> {
  const taken: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let index = 0; index < EACH; index++)
    for (const kind of ['known', 'unknown'] as const) {
      const begun = performance.now()
      await app.inject({
        method: 'POST',
        url: '/api/password-reset',
        remoteAddress: anAddress(),
        payload: { email: `${kind}_${index}@bench.example` },
      })
      taken[kind].push(performance.now() - begun)
    }
  return taken
}

/** Milliseconds until a wrong password is refused. */
async function refused(app: FastifyInstance, username: string): Promise<number> {
  const begun = performance.now()
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/oauth/token',
    remoteAddress: anAddress(),
    headers: { authorization: PUBLIC_CLIENT, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'password', username, password: 'a wrong one', reCaptchaToken: '' }).toString(),
  })
  const taken = performance.now() - begun
  if (statusCode !== 400) throw new Error(`${username} was answered ${statusCode}`)
  return taken
}

/** The area under the curve (Mann and Whitney): how often one kind takes longer than the other, ties by half. */
function area(what: string, ours: readonly number[], name: string, theirs: readonly number[]): Row {
  const longer = ours.reduce((sum, a) => sum + theirs.reduce((count, b) => count + (a > b ? 1 : a === b ? 0.5 : 0), 0), 0)
  const auc = longer / (ours.length * theirs.length)
  return {
    what: `time of a refusal, ${what}`,
    ours: auc.toFixed(3),
    peer: `${name} login: 0.500`,
    ratio: '',
    goal: '0.45 to 0.55',
    isMet: auc >= 0.45 && auc <= 0.55,
  }
}
