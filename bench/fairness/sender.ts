import { type Attack, attacksOn, type Request, type Tokens, tokenOf } from './attacks.ts'
import { factsOf } from './facts.ts'

/** A message to this process: the attack to start, or null to stop. */
export type Order = { attack: string | null }
/** Its reply: the available attacks, or the number of responses per status. */
export type Reply = { names: string[] } | { answers: Record<string, number> }

const CONNECTIONS = 6
const STREAM_LASTS_MS = 200
const MAX_MS = 60_000
/** Requests that are built before the attack, so that building them takes no processor time from the server. */
const BUILT = 24
const IMEI = '49015420323751'

const { base, password, only } = JSON.parse(process.argv[2] ?? '{}') as { base: string; password: string; only?: string[] }
const reply = (message: Reply) => process.send?.(message)

const sign = async (): Promise<Tokens> => ({
  manager: await tokenOf(base, 'manager', password),
  serviceman: await tokenOf(base, 'serviceman', password),
  device: '',
  password,
})
let tokens = await sign()

async function ask(method: string, path: string, body?: string) {
  const headers = { authorization: `Bearer ${tokens.manager}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  // The server closes a connection whose body is too large.
  const answer = await fetch(`${base}/api${path}`, { method, headers, ...(body === undefined ? {} : { body }) }).catch(() => null)
  if (!answer) return { status: 413, json: null }
  const json: unknown = await answer.json().catch(() => null)
  return { status: answer.status, json }
}

const facts = await factsOf((path) => ask('GET', path))
const added = await ask('POST', '/devices', JSON.stringify({ imei: `${IMEI}${Date.now() % 10_000}` }))
const device = Object(Object(added.json).data)
const claimed = await ask('POST', `/telemetry/${device.imei}/claim`, JSON.stringify({ code: device.claimCode }))
const deviceKey = String(Object(Object(claimed.json).data).key)
await ask('POST', `/machines/${facts.machine}/devices/${device.imei}`)
const attacks = await attacksOn(ask, { ...facts, imei: device.imei ?? facts.imei }, only)

let current: Attack | undefined
process.on('message', async ({ attack }: Order) => {
  current = attacks.find(({ name }) => name === attack)
  const [now, answers] = [current, {} as Record<string, number>]
  if (!now) return
  if ((await ask('GET', '/accounts/me')).status === 401) tokens = await sign()
  const requests = Array.from({ length: now.isStream ? 1 : BUILT }, () => now.request({ ...tokens, device: deviceKey }))
  reply({ names: [] })
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => send(now, requests, index, answers)))
  reply({ answers })
})
reply({ names: attacks.map(({ name }) => name) })

async function send(attack: Attack, requests: Request[], begin: number, answers: Record<string, number>) {
  for (let sent = begin; current === attack; sent += CONNECTIONS) {
    // The first requests are new operations; later ones are built when they are sent.
    const { path, ...request } = (sent < requests.length && requests[sent]) || attack.request({ ...tokens, device: deviceKey })
    const signal = AbortSignal.timeout(attack.isStream ? STREAM_LASTS_MS : MAX_MS)
    const status = await fetch(base + path, { ...request, signal }).then(
      async (answer) => {
        await answer.arrayBuffer().catch(() => {})
        return String(answer.status)
      },
      () => 'none',
    )
    answers[status] = (answers[status] ?? 0) + 1
  }
}
