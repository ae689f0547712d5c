import { Fleet, NOTHING, type Sums } from './fleet.ts'
import { MINUTES, type Policy, RATES, type Team } from './policy.ts'
import { fixedRounds } from './rules.ts'
import { createWorld, DAY_MINUTES, isWorkday, type World } from './world.ts'

export type RunOptions = Team & { weeks: number; warmWeeks: number; machines: number }

/** Of the weeks before the measured ones. */
const BEFORE = fixedRounds(0.35)

export const worldOf = (seed: number, { weeks, warmWeeks, machines }: RunOptions): World =>
  createWorld(seed, { days: 7 * (weeks + warmWeeks), machines })

/** Runs a policy against the customers of a company. The weeks before are the same for every policy. */
export function run(world: World, policy: Policy, { warmWeeks, people, iterations }: RunOptions): Sums {
  const fleet = new Fleet(world)
  for (let day = 0; day < world.days; day++) {
    if (day === 7 * warmWeeks) fleet.sums = { ...NOTHING }
    if (isWorkday(day)) workDay(fleet, day, day < 7 * warmWeeks ? BEFORE : policy, { people, iterations })
    world.machines.forEach(({ silent }, machine) => {
      fleet.advance(machine, (day + 1) * DAY_MINUTES)
      if (!silent[day]) fleet.report(machine, (day + 1) * DAY_MINUTES)
    })
  }
  return fleet.sums
}

function workDay(fleet: Fleet, day: number, policy: Policy, team: Team): void {
  const { start } = fleet.world
  for (const { stops, minutes, metres, pieces } of policy.plan(fleet, day, team).rounds) {
    if (stops.length === 0) continue
    let put = 0
    for (const { machine, begins } of stops)
      put += fleet.visit(Number(machine), day * DAY_MINUTES + begins, fleet.filled(Number(machine), day))
    fleet.rounds.push({ day, places: [start, ...stops.map(({ machine }) => Number(machine)), start] })
    const filling = put * MINUTES.perPiece * RATES.perMinute
    // The plan contains only the expected pieces.
    const planned = pieces * MINUTES.perPiece * RATES.perMinute
    fleet.sums.trips += minutes * RATES.perMinute + (metres / 1_000) * RATES.perKilometre - planned + filling
    fleet.sums.filling += filling
    fleet.sums.rounds++
  }
}
