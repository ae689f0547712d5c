import { randomUUID } from 'node:crypto'
import { openGate } from '../server/http/gate.ts'
import { anApp } from '../tests/support/house.ts'
import { callerWith, twoCompanies } from '../tests/support/two-companies.ts'

/**
 * What a company's requests cost another one: its reads one after the other, alone and while three phones of one employee push 250
 * operations each that nothing knows. On the embedded database, in this process. `npx tsx bench/fairness.ts`
 */
const READS = 150
const PHONES = 3

const world = await twoCompanies({ now: Date.now })
const app = await anApp(world.house, { gate: openGate({ atOnce: world.house.database.atOnce }) })
const rival = callerWith(app, world.rival.signIn)
const serviceman = callerWith(app, world.serviceman.signIn)

const push = () =>
  serviceman('POST', '/sync/push', {
    deviceId: 'phone',
    ops: Array.from({ length: 250 }, () => ({
      opId: randomUUID(),
      call: 'paintTheMachine',
      machineId: 1,
      occurredAt: new Date().toISOString(),
      body: { words: 'x'.repeat(2_000) },
    })),
  })

async function reads(): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < READS; n++) {
    const since = performance.now()
    const { statusCode } = await rival('GET', '/machines')
    if (statusCode !== 200) throw new Error(`GET /machines answered ${statusCode}`)
    times.push(performance.now() - since)
  }
  return times.toSorted((a, b) => a - b)
}
const said = (times: number[]) =>
  [0.5, 0.99, 1].map((part) => (times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0).toFixed(1))

await reads()
const alone = await reads()
let isOver = false
let pushes = 0
const phones = Array.from({ length: PHONES }, async () => {
  while (!isOver) if ((await push()).statusCode === 200) pushes++
})
const beside = await reads()
isOver = true
await Promise.all(phones)
const one = performance.now()
await push()
console.table({ alone: said(alone), 'beside the pushes': said(beside) })
console.log(
  `${pushes} pushes meanwhile; one push alone takes ${(performance.now() - one).toFixed(0)} ms. Columns: p50, p99, longest, in ms.`,
)
await app.close()
await world.close()
