import { DAY } from '#domain/time.ts'
import { Chance } from '../../server/demo/chance.ts'
import type { Row } from '../table.ts'
import { backtest, type Held, type HeldCounts, HORIZONS, keyOf, OURS, Result, type Score } from './backtest.ts'
import { demoHistory, type Wish } from './demo.ts'
import { balanceOf, type History, type KnownMachine, type KnownPlace } from './history.ts'
import { otherHistory } from './other.ts'
import { roughHistory } from './rough.ts'
import { RULES } from './rules.ts'

/** Can be lowered for experiments. */
const SEEDS = Number(process.env.BENCH_SEEDS ?? 10)
const MACHINES = Number(process.env.BENCH_MACHINES ?? 30)
/** 70 days of training before the first origin, and 21 days after each. */
const STORY_DAYS = 112
const ORIGINS = [42, 35, 29, 23]
const BEGIN = Date.parse('2026-11-22T05:00:00Z')

const HISTORIES = {
  'demo history': demoHistory,
  'history of another model': otherHistory,
  'rough history': roughHistory,
  'history with vacations': closedHistory,
}
const NAMES: Record<KnownMachine['kind'], string> = { COFFEE: 'coffee', SNACK: 'snacks' }

/** Compares the product's forecast with simple rules, from several origins in several histories, by the outcome. */
export async function forecast(histories: Record<string, typeof demoHistory> = HISTORIES): Promise<Row[]> {
  const rows: Row[] = []
  for (const [history, make] of Object.entries(histories)) {
    const result = new Result()
    for (let seed = 0; seed < SEEDS; seed++) {
      // A different weekday and season per seed.
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
      const held = result.held[kind]
      rows.push(holds(`${what}: "as likely as not" came true, ${sum(held, 'cases')} spans`, held, ['half', 'shownHalf'], 0.5))
      rows.push(holds(`${what}: "9 times in 10" came true`, held, ['most', 'shownMost'], 0.9))
      for (const days of HORIZONS) rows.push(counted(`${what}: pieces of a place over ${inDays(days)}`, result.counts, { kind, days }))
    }
  }
  return rows
}

type Which = { kind: KnownMachine['kind']; days: number }

/** Compares with the best rule. */
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

/**
 * Within 2 points of the claim, over all seeds. A seed is one company whose machines share holidays, strikes and seasons, so a single seed
 * is weak evidence, and the stated error is that of the mean over seeds.
 */
function holds(what: string, held: readonly Held[], [exact, shown]: [keyof Held, keyof Held], claimed: number): Row {
  const cases = sum(held, 'cases')
  const mean = sum(held, exact) / cases
  const off = held.reduce((squares, one) => squares + (one[exact] - mean * one.cases) ** 2, 0)
  const error = Math.sqrt((off * held.length) / Math.max(held.length - 1, 1)) / cases
  const shares = held.filter((one) => one.cases > 0).map((one) => one[exact] / one.cases)
  return {
    what,
    ours: `${percent(mean)} ± ${(100 * error).toFixed(1)}`,
    peer: `seeds: ${percent(Math.min(...shares))} to ${percent(Math.max(...shares))}; as shown: ${percent(sum(held, shown) / cases)}`,
    ratio: '',
    goal: `${percent(claimed - 0.02)} to ${percent(claimed + 0.02)}`,
    isMet: Math.abs(mean - claimed) <= 0.02,
  }
}

/** No goal is set, because no screen shows these. */
function counted(what: string, counts: ReadonlyMap<string, HeldCounts>, { kind, days }: Which): Row {
  const { half, most, wholeHalf, wholeMost, cases } = counts.get(keyOf(kind, days, OURS)) ?? NO_COUNTS
  return {
    what: `${what} in the middle 50 % and 90 %`,
    ours: `${percent(half / cases)}, ${percent(most / cases)}`,
    peer: `whole numbers: ${percent(wholeHalf / cases)}, ${percent(wholeMost / cases)}`,
    ratio: '',
    goal: '',
    isMet: null,
  }
}

const NO_COUNTS: HeldCounts = { half: 0, most: 0, wholeHalf: 0, wholeMost: 0, cases: 0 }

const sum = (held: readonly Held[], figure: keyof Held) => held.reduce((total, one) => total + one[figure], 0)
const costOf = (score: Score | undefined) => (score ? score.cost / score.cases : Number.NaN)
const errorOf = (score: Score | undefined) => (score ? score.error / score.came : Number.NaN)
const pieces = (value: number) => value.toFixed(3)
const percent = (value: number) => `${(100 * value).toFixed(1)} %`
const inDays = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/** The last closure ends this many days before the end of the history, so that forecasts are made after it. */
const BACK_DAYS = 43

/**
 * The history of another model, with vacations: two thirds of the machines have no customers for two to six weeks, most of them at the same
 * time, and then as many as before.
 */
function closedHistory(wish: Wish): History {
  const history = otherHistory(wish)
  const chance = new Chance(`closed/${wish.seed}`)
  const span = () => {
    const days = chance.whole(14, 42)
    const from = history.from + chance.whole(7, wish.days - BACK_DAYS - days) * DAY
    return { from, to: from + days * DAY }
  }
  const vacation = span()
  return {
    ...history,
    machines: history.machines.map((machine) => {
      if (chance.happens(1 / 3)) return machine
      return closed(machine, chance.happens(0.7) ? vacation : span())
    }),
  }
}

const closed = (machine: KnownMachine, { from, to }: { from: number; to: number }): KnownMachine => ({
  ...machine,
  places: machine.places.map(({ product, moves, wanted }): KnownPlace => {
    const isOpen = (at: number) => at < from || at >= to
    return {
      product,
      wanted: wanted.filter(isOpen),
      // At the end the machine is filled and counted.
      moves: [
        ...moves.filter(({ at }) => at < from),
        { at: to, kind: 'count', quantity: balanceOf(moves.filter(({ at }) => at < to)) },
        ...moves.filter(({ at }) => at >= to),
      ],
    }
  }),
})
