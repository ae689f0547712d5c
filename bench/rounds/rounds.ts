import { search } from '#domain/rounds/search.ts'
import { type Row, within } from '../table.ts'
import { type Instance, problemOf, readInstances } from './instances.ts'

const SHORT = 2
/**
 * Processor time per instance. `ROUNDS_SECONDS=30 npm run bench -- rounds` takes half an hour: a search that reaches the best known value in two
 * seconds ends there, because a longer one with the same seed continues it and never returns less.
 */
const SECONDS = Number(process.env.ROUNDS_SECONDS ?? SHORT)
/** Mean gaps to the best known values, in percent, with a short and a long search. */
const GOALS = { OP: [0.5, 0.1], TOP: [0.5, 0.1], OPTW: [1.5, 0.5], TOPTW: [1.5, 0.5] } as const

type Result = { instance: Instance; gap: number }

/** Compares plans with the best known values of published instances. */
export async function rounds(): Promise<Row[]> {
  const results = readInstances().map((instance): Result => ({ instance, gap: gapOf(instance) }))
  const goalOf = ({ problem }: Instance) => GOALS[problem][SECONDS < 30 ? 0 : 1]
  const sets = grouped(results, ({ instance }) => setOf(instance))
  const problems = grouped(results, ({ instance }) => `all ${instance.problem}`)
  return [...[...sets].map(([set, its]) => rowOf(set, its, null)), ...[...problems].map(([problem, its]) => rowOf(problem, its, goalOf))]
}

function gapOf(instance: Instance): number {
  const short = scoreOf(instance, Math.min(SHORT, SECONDS))
  const score = short >= instance.bestKnown || SECONDS <= SHORT ? short : scoreOf(instance, SECONDS)
  const gap = (100 * (instance.bestKnown - score)) / instance.bestKnown
  console.error(`  ${instance.name}, ${instance.vehicles}: ${score} of ${instance.bestKnown}, ${gap.toFixed(2)} %`)
  return gap
}

function scoreOf(instance: Instance, seconds: number): number {
  const problem = problemOf(instance)
  const begun = process.cpuUsage().user
  const { routes } = search(problem, { seed: 1, isOver: () => process.cpuUsage().user - begun > seconds * 1e6 })
  return routes.flat().reduce((sum, stop) => sum + (problem.stops[stop]?.value ?? 0), 0)
}

function rowOf(what: string, its: readonly Result[], goalOf: ((instance: Instance) => number) | null): Row {
  const mean = its.reduce((sum, { gap }) => sum + gap, 0) / its.length
  const worst = its.reduce((a, b) => (b.gap > a.gap ? b : a))
  const reached = its.filter(({ gap }) => gap <= 0).length
  const words = `${what}: mean gap in ${SECONDS} s; ${reached} of ${its.length} reach the best known value; worst ${worst.instance.name} with ${worst.instance.vehicles}, ${percent(worst.gap)}`
  const goal = goalOf?.(worst.instance)
  if (goal !== undefined) return within(words, mean, goal, percent)
  return { what: words, ours: percent(mean), peer: '', ratio: '', goal: '', isMet: null }
}

const percent = (value: number) => `${value.toFixed(2)} %`

/** Chao's sets, Solomon's with narrow (100) and wide (200) windows, and Cordeau's; with windows by the number of vehicles. */
function setOf({ name, problem, vehicles }: Instance): string {
  if (problem === 'OP') return `OP ${name.slice(0, 6)}`
  if (problem === 'TOP') return `TOP ${name.slice(0, 2)}`
  const [, letters = '', number = ''] = /^([a-z]+)(\d+)$/.exec(name) ?? []
  return `${problem} ${letters}${letters === 'pr' ? '' : `${number[0]}00`}, ${vehicles}`
}

function grouped(results: readonly Result[], keyOf: (result: Result) => string): Map<string, Result[]> {
  const groups = new Map<string, Result[]>()
  for (const result of results) groups.set(keyOf(result), [...(groups.get(keyOf(result)) ?? []), result])
  return groups
}
