import * as v from 'valibot'
import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { argumentsOf } from '../../server/cli/arguments.ts'
import { backUpUnderLoad } from './backup.ts'
import { failOver } from './failover.ts'
import { sendTogether } from './keys.ts'
import { killServer } from './kill.ts'
import type { LedgerCheck } from './ledger-check.ts'
import { tryLocks } from './locks.ts'
import { stopDatabase } from './outage.ts'
import { disturbPooler } from './pgbouncer.ts'
import { isWhole, type Report } from './under-faults.ts'
import { upgradeOneByOne } from './upgrade.ts'

const USAGE = `npm run chaos -- kill [--times 50] [--restocks 10000] [--clients 20] [--database embedded|postgresql] [--seed 1]
npm run chaos -- outage [--times 20] [--restocks 4000] [--clients 20] [--seed 1]
npm run chaos -- failover [--times 10] [--restocks 4000] [--clients 20] [--seed 1]
npm run chaos -- pgbouncer [--times 60] [--restocks 6000] [--clients 20] [--seed 1]
npm run chaos -- upgrade [--restocks 4000] [--clients 20] [--from revision] [--seed 1]
npm run chaos -- keys [--keys 1000] [--sends 50] [--database embedded|postgresql] [--seed 1]
npm run chaos -- backup [--restocks 3000] [--clients 20] [--database embedded|postgresql] [--seed 1]
npm run chaos -- locks [--times 100]`
const DATABASES = ['embedded', 'postgresql'] as const
type Database = (typeof DATABASES)[number]

const count = v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(1))
const Options = v.object({
  times: v.optional(count),
  restocks: v.optional(count),
  clients: v.optional(count, '20'),
  keys: v.optional(count, '1000'),
  sends: v.optional(count, '50'),
  database: v.optional(v.picklist(DATABASES)),
  from: v.optional(v.string()),
  seed: v.optional(v.pipe(v.string(), v.digits(), v.transform(Number)), String(Date.now() % 1_000_000)),
})
type Options = v.InferOutput<typeof Options>

/** The result: figures to print, and whether everything is correct. */
type SuiteResult = { figures: [string, string | number][]; isWhole: boolean; wrong: unknown } | { missing: string }

const COMMANDS: Record<string, { on: readonly Database[]; run(options: Options & { database: Database }): Promise<SuiteResult> }> = {
  kill: {
    on: DATABASES,
    run: async (options) => {
      const plan = { ...options, times: options.times ?? 50, restocks: options.restocks ?? 10_000 }
      const report = await killServer(plan)
      return 'missing' in report ? report : underFaults('kills', plan, report)
    },
  },
  outage: {
    on: ['postgresql'],
    run: async (options) => {
      const plan = { ...options, times: options.times ?? 20, restocks: options.restocks ?? 4_000 }
      const report = await stopDatabase(plan)
      return 'missing' in report ? report : underFaults('outages', plan, report)
    },
  },
  failover: {
    on: ['postgresql'],
    run: async (options) => {
      const plan = { ...options, times: options.times ?? 10, restocks: options.restocks ?? 4_000 }
      const report = await failOver(plan)
      if ('missing' in report) return report
      const result = underFaults('failovers', plan, report)
      return 'missing' in result
        ? result
        : { ...result, figures: [...result.figures, ['longest gap', `${report.longestGapSeconds.toFixed(1)} s`]] }
    },
  },
  pgbouncer: {
    on: ['postgresql'],
    run: async (options) => {
      const plan = { ...options, times: options.times ?? 60, restocks: options.restocks ?? 6_000 }
      const report = await disturbPooler(plan)
      return 'missing' in report ? report : underFaults('disturbances', plan, report)
    },
  },
  upgrade: {
    on: ['postgresql'],
    run: async (options) => {
      const plan = { ...options, restocks: options.restocks ?? 4_000 }
      const report = await upgradeOneByOne(plan)
      if ('missing' in report) return report
      const { from, acknowledged, retries, together, exits, unforeseen, lost, twice, operations, mismatches, wrong } = report
      const found = [lost, twice, operations, mismatches, wrong, unforeseen]
      return {
        figures: [
          ['from', from.slice(0, 8)],
          ['acknowledged', `${acknowledged} of ${plan.restocks}, after ${retries} retries, ${together} while both versions ran`],
          ...ledgerFigures(report),
          ['unforeseen failures', unforeseen.length],
          ['exit codes', exits.join(', ')],
        ],
        isWhole: acknowledged === plan.restocks && exits.every((code) => code === 0) && found.every((one) => one.length === 0),
        wrong: found,
      }
    },
  },
  locks: {
    // Only the embedded database has this lock.
    on: ['embedded'],
    run: async (options) => {
      const times = options.times ?? 100
      const { refused, takenOver, seconds } = await tryLocks(times)
      return {
        figures: [
          ['refused with holder', `${refused} of ${times}`],
          ['taken over', `${takenOver} of ${times}`],
          ['seconds', seconds.toFixed(0)],
        ],
        isWhole: refused === times && takenOver === times,
        wrong: { refused, takenOver },
      }
    },
  },
  backup: {
    on: DATABASES,
    run: async (options) => {
      const plan = { ...options, restocks: options.restocks ?? 3_000 }
      const report = await backUpUnderLoad(plan)
      if ('missing' in report) return report
      const {
        acknowledged,
        sentAgain,
        output: text,
        longestQuietMs,
        longestMeanwhileMs,
        lost,
        twice,
        operations,
        mismatches,
        wrong,
      } = report
      const found = [lost, twice, operations, mismatches, wrong]
      return {
        figures: [
          ['acknowledged', `${acknowledged} of ${plan.restocks}, ${sentAgain} of them not in the backup and sent again`],
          ...ledgerFigures(report),
          ['longest wait', `${longestQuietMs.toFixed(0)} ms without a backup, ${longestMeanwhileMs.toFixed(0)} ms during one`],
          ...text.map((line): [string, string] => ['output', line]),
          ['seconds', report.seconds.toFixed(0)],
        ],
        isWhole: acknowledged === plan.restocks && sentAgain > 0 && found.every((one) => one.length === 0),
        wrong: found,
      }
    },
  },
  keys: {
    on: DATABASES,
    run: async (plan) => {
      const report = await sendTogether(plan)
      if ('missing' in report) return report
      const { acknowledged, effects, lost, twice, operations, mismatches, wrong } = report
      const found = [lost, twice, operations, mismatches, wrong]
      return {
        figures: [
          ['acknowledged', `${acknowledged} of ${plan.keys * plan.sends} sends`],
          ['effects', `${effects} of ${plan.keys}`],
          ...ledgerFigures(report),
          ['seconds', report.seconds.toFixed(0)],
        ],
        isWhole: effects === plan.keys && acknowledged === plan.keys * plan.sends && found.every((one) => one.length === 0),
        wrong: found,
      }
    },
  },
}

const string = { type: 'string' } as const
const { positionals, values } = argumentsOf(USAGE, {
  allowPositionals: true,
  options: { times: string, restocks: string, clients: string, keys: string, sends: string, database: string, from: string, seed: string },
})
const read = v.safeParse(Options, values)
const command = COMMANDS[positionals[0] ?? '']
if (!command || !read.success) {
  console.error(USAGE)
  process.exit(1)
}

await ensureBuilt(['server'])
const options = read.output
for (const database of command.on.filter((one) => (options.database ?? one) === one)) {
  console.log(`${positionals[0]}, seed ${options.seed}, ${database}`)
  try {
    tell(await command.run({ ...options, database }))
  } catch (error) {
    console.log(`Aborted: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}

function tell(summary: SuiteResult): void {
  if ('missing' in summary) {
    console.log(`Not run: ${summary.missing}`)
    return
  }
  for (const [what, figure] of summary.figures) console.log(`  ${what.padEnd(24)} ${figure}`)
  if (summary.isWhole) return
  console.log(`  Failed: ${JSON.stringify(summary.wrong).slice(0, 4_000)}`)
  process.exitCode = 1
}

function underFaults(name: string, plan: { times: number; restocks: number }, report: Report): SuiteResult {
  const { times, acknowledged, retries, failedStarts, longestStartSeconds, seconds } = report
  return {
    figures: [
      [name, `${times} of ${plan.times}`],
      ['acknowledged', `${acknowledged} of ${plan.restocks}, after ${retries} retries`],
      ...ledgerFigures(report),
      ['unforeseen failures', report.unforeseen.length],
      ['failed starts', `${failedStarts.length}, the longest start took ${longestStartSeconds.toFixed(1)} s`],
      ['seconds', seconds.toFixed(0)],
    ],
    isWhole: isWhole(report) && times === plan.times,
    wrong: report,
  }
}

function ledgerFigures({ lost, twice, operations, mismatches, wrong, pointsChecked }: LedgerCheck): [string, string | number][] {
  return [
    ['lost', lost.length],
    ['twice', twice.length],
    ['not one operation', operations.length],
    ['balance = fold', `${pointsChecked - mismatches.length} of ${pointsChecked} stock points`],
    ['other stock than put in', wrong.length],
  ]
}
