import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import type { Order, Reply } from './sender.ts'

/**
 * Measures how one company slows down another: sequential reads of the second one, alone and during three connections that repeat the same
 * call without a pause. Each call is compared with the reads alone just before and after it, because the load of the machine changes.
 *
 * Requires a server with a demo and without limits, which would end the attack first: `DEMO=on DEMO_SIZE=300 DEMO_SALES=off DEMO_PASSWORD=…
 * CAPTCHA=off RATE_LIMITS=off npm start`, then `npx tsx bench/fairness/fairness.ts --url http://127.0.0.1:8080 --password … [--reads 150]
 * [--only listMachines,search]`
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    password: { type: 'string', default: '' },
    reads: { type: 'string', default: '150' },
    only: { type: 'string' },
  },
})
const base = values.url

async function tokenOf(username: string): Promise<string> {
  const answer = await fetch(`${base}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: PUBLIC_CLIENT, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'password', username, password: values.password }),
  })
  if (!answer.ok) throw new Error(`sign-in of ${username} returned ${answer.status}`)
  return ((await answer.json()) as { access_token: string }).access_token
}

const tokens = { manager: await tokenOf('manager'), serviceman: await tokenOf('serviceman') }
const rival = await tokenOf('rival')

/** Sorted durations of reads: at least 20, and no more after ten seconds. */
async function reads(): Promise<number[]> {
  const times: number[] = []
  const begun = performance.now()
  while (times.length < Number(values.reads) && (times.length < 20 || performance.now() - begun < 10_000)) {
    const since = performance.now()
    const answer = await fetch(`${base}/api/machines`, { headers: { authorization: `Bearer ${rival}` } })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`GET /machines returned ${answer.status}`)
    times.push(performance.now() - since)
  }
  return times.toSorted((a, b) => a - b)
}
const part = (times: number[], of: number) => times[Math.min(times.length - 1, Math.floor(times.length * of))] ?? 0

const sender = fork(fileURLToPath(new URL('./sender.ts', import.meta.url)), [JSON.stringify({ base, tokens })], {
  execArgv: process.execArgv,
})
const order = (attack: Order['attack']) => sender.send({ attack } satisfies Order)
const nextReply = async () => (await once(sender, 'message'))[0] as Reply

const ready = await nextReply()
const names = 'names' in ready ? ready.names.filter((name) => values.only?.split(',').includes(name) ?? true) : []
await reads()
let before = await reads()
const rows: Record<string, object> = {}
for (const name of names) {
  order(name)
  const beside = await reads()
  order(null)
  const sent = await nextReply()
  const after = await reads()
  const alone = [...before, ...after].toSorted((a, b) => a - b)
  before = after
  const ratio = (of: number) => Number((part(beside, of) / part(alone, of)).toFixed(1))
  rows[name] = {
    'alone p50': Math.round(part(alone, 0.5)),
    'alone p99': Math.round(part(alone, 0.99)),
    p50: Math.round(part(beside, 0.5)),
    p99: Math.round(part(beside, 0.99)),
    'p50 to alone': ratio(0.5),
    'p95 to alone': ratio(0.95),
    'p99 to alone': ratio(0.99),
    reads: beside.length,
    answers: 'answers' in sent ? JSON.stringify(sent.answers) : '',
  }
  console.error(name, JSON.stringify(rows[name]))
}
console.table(rows)
sender.kill()
