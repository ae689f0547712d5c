import * as v from 'valibot'
import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { argumentsOf } from '../../server/cli/arguments.ts'
import type { Summary } from './pace.ts'
import { type LoadReport, runLoad } from './run-load.ts'

const USAGE = 'npm run load -- [--minutes 30] [--people 50] [--streams 500] [--devices 2000] [--database embedded|postgresql] [--seed 1]'

const count = v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(1))
const Options = v.object({
  minutes: v.optional(v.pipe(v.string(), v.decimal(), v.transform(Number), v.gtValue(0)), '30'),
  people: v.optional(v.pipe(count, v.maxValue(250)), '50'),
  streams: v.optional(count, '500'),
  devices: v.optional(count, '2000'),
  database: v.optional(v.picklist(['embedded', 'postgresql']), 'postgresql'),
  seed: v.optional(v.pipe(v.string(), v.digits(), v.transform(Number)), '1'),
})

const string = { type: 'string' } as const
const { values } = argumentsOf(USAGE, {
  options: { minutes: string, people: string, streams: string, devices: string, database: string, seed: string },
})
const options = v.safeParse(Options, values)
if (!options.success) {
  console.error(USAGE)
  process.exit(1)
}

const { minutes, people, streams, devices, database, seed } = options.output
console.log(
  `${people} users for ${minutes} minutes with ${streams} open screens and ${devices} device messages per minute, ${database}; a storm of devices; then four times the peak.`,
)
await ensureBuilt(['server'])
const report = await runLoad({ database, people, machines: 50, streams, devices, heldMs: minutes * 60_000, partMs: 15_000, seed })
if ('missing' in report) console.log(`Not run: ${report.missing}`)
else printReport(report)

function printReport({ quiet, held, storm, peak, overload, quietAgain, memory, restocks, ledger, neighbours }: LoadReport): void {
  const rows: [string, Summary][] = [
    ['one user', quiet],
    ['all users', held],
    ['all users, in the storm', storm],
    ['peak', peak],
    ['4 × peak', overload],
    ['one user, afterwards', quietAgain],
  ]
  console.log(
    '| | served per second | p50 | p95 | p99 | p99 relative to one user | rejected | their p99 | errors |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  )
  for (const [what, part] of rows) {
    const { perSecond, p50, p95, p99, refused, refusedP99, errors } = part
    const times = [p50, p95, p99].map((ms) => `${ms.toFixed(1)} ms`)
    const away = refused > 0 ? `${refusedP99.toFixed(1)} ms` : ''
    console.log(`| ${[what, perSecond.toFixed(1), ...times, `${(p99 / quiet.p99).toFixed(1)} ×`, refused, away, errors].join(' | ')} |`)
  }
  for (const [when, { sent, refused, received }] of [
    ['with all users', neighbours.held],
    ['in the storm', neighbours.storm],
  ] as const)
    console.log(`devices ${when}: ${sent} messages, ${refused} of them resent later; ${received} events on all screens`)
  const { sold, kept, errors, streamsLost } = neighbours
  console.log(
    `${sold} sales sent by devices, ${kept} stored; ${streamsLost} streams lost; ${errors.length} errors${errors.slice(0, 1).map((words) => `: ${words}`)}`,
  )
  const { lost, twice, operations, mismatches, wrong, pointsChecked } = ledger
  console.log(`goodput at 4 × the peak: ${Math.round((100 * overload.perSecond) / peak.perSecond)} % of the peak`)
  console.log(`memory: ${memory.begin?.toFixed(0) ?? '?'} MB at the beginning, ${memory.end?.toFixed(0) ?? '?'} MB at the end`)
  console.log(`${restocks} restocks: ${lost.length} lost, ${twice.length} twice, ${operations.length} without exactly one operation`)
  console.log(`correct balances: ${pointsChecked - mismatches.length} of ${pointsChecked} stock points; wrong stock: ${wrong.length}`)
  const broken = [lost, twice, operations, mismatches, wrong].some((found) => found.length > 0)
  const isHeard = sold === kept && errors.length === 0 && streamsLost === 0
  if (broken || !isHeard || rows.some(([, { errors }]) => errors > 0)) process.exitCode = 1
}
