import { randomUUID } from 'node:crypto'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import { ENDPOINTS } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { DAY, MINUTE, toIso } from '#domain/time.ts'
import type { Facts } from '../../tests/tenancy/facts.ts'
import { requestsOf } from '../../tests/tenancy/requests.ts'

/** `device`: the key of a device of the company. */
export type Tokens = { manager: string; serviceman: string; device: string; password: string }
export type Request = { method: string; path: string; headers: Record<string, string>; body?: string }
/** A request that is sent repeatedly. `isStream`: the response is endless and is closed after a moment. */
export type Attack = { name: string; isStream?: true; request(tokens: Tokens): Request }
type Ask = (method: string, path: string, body?: string) => Promise<{ status: number; json: unknown }>

const JSON_BODY = { 'content-type': 'application/json' }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const get = (path: string) => (tokens: Tokens) => ({ method: 'GET', path: `/api${path}`, headers: bearer(tokens.manager) })

const post = (path: string, who: 'manager' | 'serviceman' | 'device', bodyOf: () => unknown) => (tokens: Tokens) => ({
  method: 'POST',
  path: `/api${path}`,
  headers: { ...JSON_BODY, ...bearer(tokens[who]) },
  body: JSON.stringify(bodyOf()),
})

/** Operations of a push are new each time, or their stored results would be returned. */
const push = (call: string, machineId: number, body: unknown) =>
  post('/sync/push', 'serviceman', () => ({
    deviceId: 'phone',
    ops: Array.from({ length: 250 }, () => ({ opId: randomUUID(), call, machineId, occurredAt: toIso(Date.now()), body })),
  }))

const sales = Array.from(
  { length: 10_000 },
  (_, n) =>
    `${toIso(n * MINUTE)
      .slice(0, 19)
      .replace('T', ' ')};Machine ${n % 40};Cola;1.50;Cash`,
)
const tenThousand = Buffer.from(['Date;Machine;Product;Amount;Payment', ...sales].join('\n')).toString('base64')

/** The largest request of calls whose cost depends on their body. */
const largest = ({ machine, slotId, imei }: Facts): Attack[] => [
  { name: 'push of 250 unknown operations', request: push('paintTheMachine', machine, { words: 'x'.repeat(2_000) }) },
  { name: 'push of 250 operations with wrong bodies', request: push('restockSlots', machine, { nonsense: 'x'.repeat(2_000) }) },
  { name: 'push of 250 restocks', request: push('restockSlots', machine, { slots: [{ slotId, quantity: 1 }] }) },
  {
    name: 'push of 250 unknown operations of 300 keys',
    request: push('paintTheMachine', machine, Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, n]))),
  },
  {
    name: 'preview of ten thousand sales',
    request: post('/imports', 'manager', () => ({
      kind: 'SALES',
      content: tenThousand,
      createMachines: true,
      createProducts: true,
      confirm: false,
    })),
  },
  {
    name: 'a thousand sales of a device',
    request: post(`/telemetry/${imei}/events`, 'device', () => ({
      events: Array.from({ length: 1_000 }, () => ({
        id: randomUUID(),
        type: 'VEND',
        at: toIso(Date.now()),
        selection: '11',
        price: 1.5,
        method: 'CASH',
      })),
    })),
  },
  { name: 'search', request: get('/machines?query=a%20e%20i&size=1000') },
]

/** The largest query comes first. One that a call refuses is not used. */
function worstQueries(now: number): string[] {
  const span = `startDate=${encodeURIComponent(toIso(now - 700 * DAY))}&endDate=${encodeURIComponent(toIso(now))}`
  return [`?size=1000&${span}`, `?${span}`, `?${span}&groupBy=DAY`, '?size=1000', '?size=100', '?query=a&size=1000', '']
}

/** Keys that are in no call, up to the size that a call accepts. */
const junkOf = (bytes: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: Math.floor(bytes / 14) }, (_, n) => [`k${n}`, n])))
const SIZES = [200_000, 1_000_000, 4_000_000]

/** Ends a sign-in, and with it the attack, or changes the company of the session. */
const ENDS: ReadonlySet<string> = new Set(['revoke', 'endOtherSessions', 'endOneSession', 'switchCompany', 'switchBranch', 'switchSample'])

/** The valid request to a call; each has another key, and so has each object that it adds. */
function soundRequest(endpoint: Endpoint, facts: Facts): Attack['request'] {
  return (tokens) => {
    const own = { access: tokens.manager, refresh: 'an-unknown-token', login: 'manager', password: tokens.password }
    const [sound] = requestsOf(endpoint, { facts, tokens: own as never, asker: randomUUID() })
    const isForm = endpoint.bodyType === 'form'
    const body =
      sound?.body === undefined ? {} : { body: isForm ? new URLSearchParams(sound.body as never).toString() : JSON.stringify(sound.body) }
    return {
      method: endpoint.method,
      path: sound?.url ?? '',
      headers: {
        ...('body' in body ? { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' } : {}),
        ...(endpoint.who === 'public' ? {} : endpoint.who === 'device' ? bearer(tokens.device) : bearer(tokens.manager)),
        ...sound?.headers,
      },
      ...body,
    }
  }
}

/** Every call of the contract with a valid request, a list at its largest size, the largest body of some, and junk where much is accepted. */
export async function attacksOn(ask: Ask, facts: Facts, only?: readonly string[]): Promise<Attack[]> {
  const attacks: Attack[] = []
  const isWanted = (name: string) => only?.some((wanted) => wanted.split(':')[0] === name) ?? true
  for (const endpoint of ENDPOINTS) {
    const { name, method, path } = endpoint
    if (ENDS.has(name) || !isWanted(name)) continue
    const isStream = endpoint.answerType === 'text/event-stream'
    const address = path.replace(/:id/, String(facts.machine))
    const query = method === 'GET' && !address.includes(':') ? await largestQuery(ask, address) : undefined
    attacks.push({
      name,
      ...(isStream ? { isStream } : {}),
      request: query === undefined ? soundRequest(endpoint, facts) : get(address + query),
    })
    const most = method === 'GET' ? undefined : await mostBytes(ask, endpoint, facts)
    if (most === undefined) continue
    attacks.push({
      name: `${name}: junk of ${most / 1_000} kB`,
      request: (tokens) => ({ ...soundRequest(endpoint, facts)(tokens), body: junkOf(most) }),
    })
  }
  return [...attacks, ...largest(facts)].filter(({ name }) => only?.includes(name) ?? true)
}

async function largestQuery(ask: Ask, address: string): Promise<string | undefined> {
  for (const query of worstQueries(Date.now())) if ((await ask('GET', address + query)).status === 200) return query
  return undefined
}

/** The largest body that a call reads, if that is more than others do. */
async function mostBytes(ask: Ask, endpoint: Endpoint, facts: Facts): Promise<number | undefined> {
  if (endpoint.who === 'device' || endpoint.bodyType === 'form' || !endpoint.body) return undefined
  const [sound] = requestsOf(endpoint, { facts, tokens: { access: '', refresh: '', login: '', password: '' } as never })
  let most: number | undefined
  for (const size of SIZES) {
    if ((await ask(endpoint.method, (sound?.url ?? '').slice(4), junkOf(size))).status === 413) break
    most = size
  }
  return most
}

/** Sign-in of a user, as one more session. */
export async function tokenOf(base: string, username: string, password: string): Promise<string> {
  const answer = await fetch(`${base}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: PUBLIC_CLIENT, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'password', username, password }),
  })
  if (!answer.ok) throw new Error(`sign-in of ${username} returned ${answer.status}`)
  return ((await answer.json()) as { access_token: string }).access_token
}
