import { DAY } from '#domain/time.ts'
import type { Row } from '../table.ts'
import { backtest, HORIZONS, keyOf, OURS, Result, type Score } from './backtest.ts'
import { demoHistory } from './demo.ts'
import type { KnownMachine } from './history.ts'
import { otherHistory } from './other.ts'
import { roughHistory } from './rough.ts'
import { RULES } from './rules.ts'

const SEEDS = 10
const MACHINES = 30
/** 70 days to learn from before the first origin, 21 days after each to look ahead. */
const STORY_DAYS = 112
const ORIGINS = [42, 35, 29, 23]
const BEGIN = Date.parse('2026-11-22T05:00:00Z')

const HISTORIES = { 'demo history': demoHistory, 'history of another model': otherHistory, 'rough history': roughHistory }
const NAMES: Record<KnownMachine['kind'], string> = { COFFEE: 'coffee', SNACK: 'snacks' }

/** The product's forecast beside simple rules, from several moments in several histories, by what came afterwards. */
export async function forecast(): Promise<Row[]> {
  const rows: Row[] = []
  for (const [history, make] of Object.entries(HISTORIES)) {
    const result = new Result()
    for (let seed = 0; seed < SEEDS; seed++) {
      // Another weekday and another season each.
      const to = BEGIN + seed * 31 * DAY
      const origins = ORIGINS.map((days) => to - days * DAY)
      backtest(make({ seed: `forecast/${seed}`, to, days: STORY_DAYS, machines: MACHINES }), origins, result)
    }
    for (const kind of ['COFFEE', 'SNACK'] as const) {
      const what = `${history}, ${NAMES[kind]}`
      for (const days of HORIZONS)
        rows.push(beside(`${what}: pinball loss of a place over ${inDays(days)}`, result.places, { kind, days }, costOf, pieces))
      for (const days of HORIZONS)
        rows.push(beside(`${what}: error of a machine's day, ${inDays(days)} ahead`, result.machines, { kind, days }, errorOf, percent))
      rows.push(
        beside(
          `${what}: error of a day's sales at places with stock all day, 1 day ahead`,
          result.sold,
          { kind, days: 1 },
          errorOf,
          percent,
        ),
      )
      const { half, most, cases } = result.held.get(kind) ?? { half: 0, most: 0, cases: 0 }
      rows.push(holds(`${what}: "as likely as not" came true, ${cases} spans`, half / cases, 0.5))
      rows.push(holds(`${what}: "9 times in 10" came true`, most / cases, 0.9))
    }
  }
  return rows
}

type Which = { kind: KnownMachine['kind']; days: number }

/** Beside the rule that does best. */
function beside(
  what: string,
  scores: ReadonlyMap<string, Score>,
  { kind, days }: Which,
  of: (score: Score | undefined) => number,
  unit: (value: number) => string,
): Row {
  const ours = of(scores.get(keyOf(kind, days, OURS)))
  const rules = Object.keys(RULES).map((name) => ({ name, value: of(scores.get(keyOf(kind, days, name))) }))
  const best = rules.reduce((least, rule) => (rule.value < least.value ? rule : least))
  return {
    what,
    ours: unit(ours),
    peer: `${best.name}: ${unit(best.value)}`,
    ratio: `${(ours / best.value).toFixed(2)} ×`,
    goal: '< 1 ×',
    isMet: ours < best.value,
  }
}

/** Within 2 points of what is claimed. */
const holds = (what: string, held: number, claimed: number): Row => ({
  what,
  ours: percent(held),
  peer: '',
  ratio: '',
  goal: `${percent(claimed - 0.02)} to ${percent(claimed + 0.02)}`,
  isMet: Math.abs(held - claimed) <= 0.02,
})

const costOf = (score: Score | undefined) => (score ? score.cost / score.cases : Number.NaN)
const errorOf = (score: Score | undefined) => (score ? score.error / score.came : Number.NaN)
const pieces = (value: number) => value.toFixed(3)
const percent = (value: number) => `${(100 * value).toFixed(1)} %`
const inDays = (days: number) => (days === 1 ? '1 day' : `${days} days`)
