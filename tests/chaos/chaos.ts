import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { isWhole, type KillPlan, type KillReport, killServer } from './kill.ts'

const USAGE = 'npm run chaos -- kill [--times 50] [--restocks 10000] [--clients 20] [--database embedded|postgresql] [--seed 1]'
const DATABASES = ['embedded', 'postgresql'] as const

const count = v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(1))
const Options = v.object({
  times: v.optional(count, '50'),
  restocks: v.optional(count, '10000'),
  clients: v.optional(count, '20'),
  database: v.optional(v.picklist(DATABASES)),
  seed: v.optional(v.pipe(v.string(), v.digits(), v.transform(Number)), String(Date.now() % 1_000_000)),
})

const string = { type: 'string' } as const
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { times: string, restocks: string, clients: string, database: string, seed: string },
})
const options = v.safeParse(Options, values)
if (positionals[0] !== 'kill' || !options.success) {
  console.error(USAGE)
  process.exit(1)
}

const { database: only, ...sizes } = options.output
for (const database of only ? [only] : DATABASES) {
  const plan = { ...sizes, database }
  console.log(
    `Seed ${plan.seed}, ${database}: ${plan.restocks} restocks by ${plan.clients} clients, the server killed ${plan.times} times.`,
  )
  try {
    const report = await killServer(plan)
    if ('missing' in report) console.log(`Not run: ${report.missing}`)
    else tell(plan, report)
  } catch (error) {
    console.log(`It broke off: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}

function tell(plan: KillPlan, report: KillReport): void {
  const { kills, acknowledged, lost, twice, operations, unfolded, wrong, pointsChecked, retries, failedStarts, seconds } = report
  const lines = [
    ['kills', `${kills} of ${plan.times}`],
    ['acknowledged', `${acknowledged} of ${plan.restocks}, after ${retries} retries`],
    ['lost', lost.length],
    ['twice', twice.length],
    ['not one operation', operations.length],
    ['balance = fold', `${pointsChecked - unfolded.length} of ${pointsChecked} stock points`],
    ['other stock than put in', wrong.length],
    ['failed starts', `${failedStarts.length}, the longest start took ${report.longestStartSeconds.toFixed(1)} s`],
    ['seconds', seconds.toFixed(0)],
  ]
  for (const [what, figure] of lines) console.log(`  ${String(what).padEnd(24)} ${figure}`)
  if (isWhole(report) && kills === plan.times) return
  console.log(`  Not as it should be: ${JSON.stringify({ lost, twice, operations, unfolded, wrong, failedStarts }).slice(0, 4_000)}`)
  process.exitCode = 1
}
