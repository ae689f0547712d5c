import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { openGate } from '../server/http/gate.ts'
import { hostileFiles } from '../tests/support/hostile-sheets.ts'
import { anApp } from '../tests/support/house.ts'
import { callerWith, twoCompaniesOn } from '../tests/support/two-companies.ts'

/**
 * What one company costs another one: reads of the other one after the other, alone and beside three connections that send without a
 * pause what is dearest. The senders run in this process too, so what they take to make their bodies counts as well.
 * `npx tsx bench/fairness.ts [--database embedded|postgresql] [--reads 150]`
 */
const { values } = parseArgs({ options: { database: { type: 'string', default: 'embedded' }, reads: { type: 'string', default: '150' } } })
const CONNECTIONS = 3

const world = await twoCompaniesOn(values.database === 'postgresql' ? 'postgresql' : 'embedded', { now: Date.now })
if ('missing' in world) throw new Error(world.missing)
const app = await anApp(world.house, { gate: openGate({ atOnce: world.house.database.atOnce }) })
const rival = callerWith(app, world.rival.signIn)
const serviceman = callerWith(app, world.serviceman.signIn)
const manager = callerWith(app, world.manager.signIn)

const unknownOperations = () =>
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

const sales = Array.from(
  { length: 10_000 },
  (_, n) => `${new Date(Date.UTC(2026, 0, 1) + n * 61_000).toISOString().slice(0, 19).replace('T', ' ')};Machine ${n % 40};Cola;1.50;Cash`,
)
const tenThousand = Buffer.from(['Date;Machine;Product;Amount;Payment', ...sales].join('\n')).toString('base64')
const previews = () =>
  manager('POST', '/imports', { kind: 'SALES', content: tenThousand, createMachines: true, createProducts: true, confirm: false })

const files = [...hostileFiles(60, 1)].filter(({ bytes }) => bytes.length < 2_000_000).map(({ bytes }) => bytes.toString('base64'))
let next = 0
const workbooks = () => manager('POST', '/imports', { kind: 'SALES', content: files[next++ % files.length] })

async function reads(): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < Number(values.reads); n++) {
    const since = performance.now()
    const { statusCode } = await rival('GET', '/machines')
    if (statusCode !== 200) throw new Error(`GET /machines answered ${statusCode}`)
    times.push(performance.now() - since)
  }
  return times.toSorted((a, b) => a - b)
}

const lag = monitorEventLoopDelay({ resolution: 5 })
const part = (times: number[], of: number) => times[Math.min(times.length - 1, Math.floor(times.length * of))] ?? 0

async function beside(attack: (() => Promise<{ statusCode: number }>) | null) {
  let isOver = false
  const statuses = new Map<number, number>()
  const senders = Array.from({ length: attack ? CONNECTIONS : 0 }, async () => {
    while (!isOver && attack) {
      const { statusCode } = await attack()
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
  })
  lag.reset()
  lag.enable()
  const times = await reads()
  lag.disable()
  isOver = true
  await Promise.all(senders)
  return { times, held: lag.percentile(99) / 1e6, statuses: [...statuses].map(([status, count]) => `${status} × ${count}`).join(', ') }
}

await reads()
const alone = await beside(null)
const rows = {
  alone,
  'unknown operations': await beside(unknownOperations),
  previews: await beside(previews),
  'hostile files': await beside(workbooks),
}
console.table(
  Object.fromEntries(
    Object.entries(rows).map(([name, { times, held, statuses }]) => [
      name,
      {
        p50: Math.round(part(times, 0.5)),
        p99: Math.round(part(times, 0.99)),
        'p99 to alone': Number((part(times, 0.99) / part(alone.times, 0.99)).toFixed(1)),
        'process held, p99': Math.round(held),
        answers: statuses,
      },
    ]),
  ),
)
await app.close()
await world.close()
