import type { Row } from '../table.ts'
import type { Sums } from './fleet.ts'
import { planner } from './planner.ts'
import { CHOSEN } from './rules.ts'
import { type RunOptions, run, worldOf } from './run.ts'

/** `SIMULATOR_SEEDS=30 SIMULATOR_WEEKS=26 npm run bench -- simulator` is the long form. */
const [SEEDS, WEEKS] = [Number(process.env.SIMULATOR_SEEDS ?? 6), Number(process.env.SIMULATOR_WEEKS ?? 4)]
export const OPTIONS: RunOptions = { weeks: WEEKS, warmWeeks: 8, machines: 30, people: 2, iterations: 600 }
const LEARN_EVERY = 14
/** By how many percent our total is to be below that of the best rule. */
const GOAL = 15

export const totalOf = ({ lost, trips, expired }: Sums): number => lost + trips + expired

/** Compares the product's plan with rules on the same customers: lost margin, trips and expired goods. */
export async function simulator(): Promise<Row[]> {
  const results = new Map<string, Sums[]>()
  for (let seed = 1; seed <= SEEDS; seed++) {
    const world = worldOf(seed, OPTIONS)
    for (const policy of [planner({ learnEvery: LEARN_EVERY }), ...CHOSEN]) {
      const sums = run(world, policy, OPTIONS)
      results.set(policy.name, [...(results.get(policy.name) ?? []), sums])
      console.error(`  seed ${seed} of ${SEEDS}, ${policy.name}: ${whole(totalOf(sums))}`)
    }
  }
  const [[, ours], ...rules] = [...results] as [[string, Sums[]], ...[string, Sums[]][]]
  const [best, its] = rules.reduce((a, b) => (meanOf(b[1], totalOf) < meanOf(a[1], totalOf) ? b : a))
  return [
    ...[...results].map(([name, all]) => rowOf(name, all)),
    comparison(`below the best rule (${best})`, differences(ours, its, totalOf), GOAL),
    // They are the same for all policies, but for pieces that are not sold.
    comparison(
      'the same without the minutes of putting pieces in',
      differences(ours, its, (sums) => totalOf(sums) - sums.filling),
      null,
    ),
  ]
}

function rowOf(name: string, its: readonly Sums[]): Row {
  const part = (key: keyof Sums) => whole(meanOf(its, (sums) => sums[key]))
  const counts = (['visits', 'rounds'] as const).map((key) => `${Math.round(meanOf(its, (sums) => sums[key]))} ${key}`).join(', ')
  const what = `${name}: lost margin ${part('lost')}, trips ${part('trips')}, expired goods ${part('expired')}; ${counts}`
  return { what, ours: whole(meanOf(its, totalOf)), peer: '', ratio: '', goal: '', isMet: null }
}

/** In percent of the rule's total, by seed. */
const differences = (ours: readonly Sums[], rule: readonly Sums[], of: (sums: Sums) => number): number[] =>
  ours.map((sums, index) => 100 * (1 - of(sums) / of(rule[index] as Sums)))

function comparison(what: string, percents: readonly number[], goal: number | null): Row {
  const mean = meanOf(percents, (percent) => percent)
  return {
    what: `${what}: mean and 95 % interval of ${percents.length} paired seeds over ${OPTIONS.weeks} weeks`,
    ours: `${mean.toFixed(1)} % ± ${intervalOf(percents).toFixed(1)}`,
    peer: '',
    ratio: '',
    goal: goal === null ? '' : `≥ ${goal} %`,
    isMet: goal === null ? null : mean >= goal,
  }
}

const whole = (minor: number) => Math.round(minor / 100).toLocaleString('en')
const meanOf = <One>(all: readonly One[], of: (one: One) => number): number => all.reduce((sum, one) => sum + of(one), 0) / all.length

/** Half of the 95 % interval of a mean, by Student's distribution (approximated, for four values or more). */
function intervalOf(values: readonly number[]): number {
  const free = values.length - 1
  if (free < 1) return Number.POSITIVE_INFINITY
  const mean = meanOf(values, (value) => value)
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / free
  const quantile = 1.96 + 2.37 / free + 2.8 / free ** 2 + 2.6 / free ** 3
  return quantile * Math.sqrt(variance / values.length)
}
