import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { argumentsOf } from '../../server/cli/arguments.ts'
import { tokenOf } from './attacks.ts'
import type { Order, Reply } from './sender.ts'

/**
 * Measures how one company slows down another, for every call of the contract: sequential reads of the second one, alone and during six
 * connections that repeat the same call without a pause. Short turns of both alternate, because the load of the machine changes.
 *
 * Requires a server with a demo and without limits, which would end the attack first: `DEMO=on DEMO_SIZE=100 DEMO_SALES=off DEMO_PASSWORD=…
 * CAPTCHA=off RATE_LIMITS=off npm start`.
 */
const USAGE =
  'npx tsx bench/fairness/fairness.ts --password … [--url http://127.0.0.1:8080] [--turns 4] [--only listMachines,search] [--from search]'
const { values } = argumentsOf(USAGE, {
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    password: { type: 'string', default: '' },
    turns: { type: 'string', default: '4' },
    only: { type: 'string' },
    from: { type: 'string' },
  },
})
const base = values.url
const TURN_MS = 1_000
/** Enough reads for a percentile, however slow they are. */
const READS = 12

let rival = await tokenOf(base, 'rival', values.password)

/** Durations of the reads of one turn. */
async function reads(): Promise<number[]> {
  const times: number[] = []
  const begun = performance.now()
  while (times.length < READS || performance.now() - begun < TURN_MS) {
    const since = performance.now()
    const answer = await fetch(`${base}/api/machines`, { headers: { authorization: `Bearer ${rival}` } })
    await answer.arrayBuffer()
    times.push(performance.now() - since)
    if (answer.status === 401) rival = await tokenOf(base, 'rival', values.password)
    else if (answer.status !== 200) refused++
  }
  return times
}
let refused = 0

const part = (times: number[], of: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * of))] ?? 0

const only = values.only?.split(',')
const sender = fork(fileURLToPath(new URL('./sender.ts', import.meta.url)), [JSON.stringify({ base, password: values.password, only })], {
  execArgv: process.execArgv,
})
const order = (attack: Order['attack']) => sender.send({ attack } satisfies Order)
const nextReply = async () => (await once(sender, 'message'))[0] as Reply

const ready = await nextReply()
const all = 'names' in ready ? ready.names : []
const names = values.from ? all.slice(all.indexOf(values.from)) : all
await reads()
const rows: { name: string; ratio: number; row: object }[] = []
for (const name of names) {
  const [alone, beside]: [number[], number[]] = [[], []]
  const answers: Record<string, number> = {}
  refused = 0
  for (let turn = 0; turn < Number(values.turns); turn++) {
    alone.push(...(await reads()))
    order(name)
    await nextReply()
    beside.push(...(await reads()))
    order(null)
    const sent = await nextReply()
    if ('answers' in sent) for (const [status, count] of Object.entries(sent.answers)) answers[status] = (answers[status] ?? 0) + count
  }
  const ratio = (of: number) => Number((part(beside, of) / part(alone, of)).toFixed(1))
  const row = {
    'alone p50': Math.round(part(alone, 0.5)),
    'alone p99': Math.round(part(alone, 0.99)),
    p50: Math.round(part(beside, 0.5)),
    p99: Math.round(part(beside, 0.99)),
    'p50 to alone': ratio(0.5),
    'p95 to alone': ratio(0.95),
    'p99 to alone': ratio(0.99),
    reads: beside.length,
    refused,
    answers: JSON.stringify(answers),
  }
  rows.push({ name, ratio: ratio(0.99), row })
  console.error(name, JSON.stringify(row))
}
console.table(Object.fromEntries(rows.toSorted((a, b) => b.ratio - a.ratio).map(({ name, row }) => [name, row])))
console.log(`${rows.filter(({ ratio }) => ratio <= 2).length} of ${rows.length} within 2 times`)
sender.kill()
