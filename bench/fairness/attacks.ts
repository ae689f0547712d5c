import { randomUUID } from 'node:crypto'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import { ENDPOINTS } from '#contract/api.ts'
import { DAY, MINUTE, toIso } from '#domain/time.ts'

export type Tokens = { manager: string; serviceman: string }
export type Request = { method: string; path: string; headers: Record<string, string>; body?: string }
/** A request that is sent repeatedly. `isStream`: the response is endless and is closed after a moment. */
export type Attack = { name: string; isStream?: true; request(tokens: Tokens): Request }

const JSON_BODY = { 'content-type': 'application/json' }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const get = (path: string) => (tokens: Tokens) => ({ method: 'GET', path: `/api${path}`, headers: bearer(tokens.manager) })

const push = (call: string, body: unknown) => (tokens: Tokens) => ({
  method: 'POST',
  path: '/api/sync/push',
  headers: { ...JSON_BODY, ...bearer(tokens.serviceman) },
  body: JSON.stringify({
    deviceId: 'phone',
    ops: Array.from({ length: 250 }, () => ({ opId: randomUUID(), call, machineId: 1, occurredAt: toIso(Date.now()), body })),
  }),
})

const openly = (path: string, body: object, headers = {}) => ({
  method: 'POST',
  path: `/api${path}`,
  headers: { ...JSON_BODY, ...headers },
  body: JSON.stringify(body),
})

const sales = Array.from(
  { length: 10_000 },
  (_, n) =>
    `${toIso(n * MINUTE)
      .slice(0, 19)
      .replace('T', ' ')};Machine ${n % 40};Cola;1.50;Cash`,
)
const tenThousand = Buffer.from(['Date;Machine;Product;Amount;Payment', ...sales].join('\n')).toString('base64')

/** Calls without a query, and endless ones. */
const WRITES = (channel: string): Attack[] => [
  { name: 'push of 250 unknown operations', request: push('paintTheMachine', { words: 'x'.repeat(2_000) }) },
  { name: 'push of 250 operations with wrong bodies', request: push('restockSlots', { nonsense: 'x'.repeat(2_000) }) },
  {
    name: 'preview of ten thousand sales',
    request: ({ manager }) =>
      openly(
        '/imports',
        { kind: 'SALES', content: tenThousand, createMachines: true, createProducts: true, confirm: false },
        bearer(manager),
      ),
  },
  {
    name: 'sign-in with a wrong password',
    request: () => ({
      method: 'POST',
      path: '/api/oauth/token',
      headers: { authorization: PUBLIC_CLIENT, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'password', username: randomUUID(), password: 'wrong' }).toString(),
    }),
  },
  {
    name: 'registration',
    request: () =>
      openly('/register', { name: 'Ann', email: `${randomUUID()}@mail.example`, companyName: 'Ours' }, { authorization: PUBLIC_CLIENT }),
  },
  { name: 'password reset', request: () => openly('/password-reset', { email: `${randomUUID()}@mail.example` }) },
  { name: 'opening a stream', isStream: true, request: get(`/channels/${channel}`) },
]

/** The largest query comes first. One that a call refuses is not used. */
function worstQueries(now: number): string[] {
  const span = `startDate=${encodeURIComponent(toIso(now - 700 * DAY))}&endDate=${encodeURIComponent(toIso(now))}`
  return [`?size=1000&${span}`, `?${span}`, `?${span}&groupBy=DAY`, '?size=1000', '?size=100', '?query=a&size=1000', '']
}

/** Every read of the contract for a manager at its largest size, and the writes above. */
export async function attacksOn(ask: (path: string) => Promise<{ status: number; json: unknown }>): Promise<Attack[]> {
  const { eventChannelId } = ((await ask('/accounts/me')).json as { data: { eventChannelId: string } }).data
  const machines = (await ask('/machines?size=1')).json as { data: { id: number }[] }
  const reads: Attack[] = []
  for (const { name, method, path } of ENDPOINTS) {
    const address = path.replace(':id', String(machines.data[0]?.id))
    if (method !== 'GET' || address.includes(':')) continue
    for (const query of worstQueries(Date.now())) {
      if ((await ask(address + query)).status !== 200) continue
      reads.push({ name, request: get(address + query) })
      break
    }
  }
  return [...reads, { name: 'search', request: get('/machines?query=a%20e%20i&size=1000') }, ...WRITES(eventChannelId)]
}
