import type { Orienteering, Plan } from './orienteering.ts'
import { createRandom } from './random.ts'
import { NONE, Tours } from './tours.ts'

export type SearchOptions = {
  /** The same seed and number of iterations lead to the same plan. */
  seed: number
  /** Asked every 64 iterations; the search then ends with the best plan so far. */
  isOver(iterations: number): boolean
}

const CLOCK_INTERVAL = 64
/** Iterations of the first cooling. Each further one is longer, so the search need not know how much time it has. */
const [FIRST_CYCLE, GROWTH] = [3_000, 1.6]
/** Temperatures at the begin and end of a cycle, as shares of the mean value of a stop. */
const [WARM, COLD] = [0.6, 0.01]
/**
 * With more stops than this, the best of several short and colder searches from an empty plan continues, because a search rarely leaves the
 * region in which it began.
 */
const MANY_STOPS = 150
const [STARTS, START_LENGTH, WARM_AT_START] = [5, 500, 0.2]
/** Share of the places that are passed over, so that a stop does not always return to the same one. */
const SKIP_CHANCE = 0.02
/** Stops that are removed on average. */
const REMOVED = 8
/** Longest strings, and the share of iterations with the longer ones, which long routes need. */
const [STRING, LONG_STRING, LONG_SHARE] = [10, 25, 0.15]
/** In most iterations only this many stops around the gap are tried, because the others rarely fit into it. */
const [NEAR, NEAR_SHARE] = [60, 0.7]
/** Share of iterations in which unchanged routes are tried for stops that had no place in them. */
const EVERYWHERE = 0.1
/** Weight of the delay of the following visits in the choice of a place, beside the longer way. */
const DELAY = 0.5
/** In routes of more stops than `LONG_ROUTE`, only the places beside this many nearest stops are tried. */
const [LONG_ROUTE, BESIDE] = [150, 10]

/**
 * Finds a plan of high value. It removes strings of neighbouring stops and inserts stops where they lengthen the way least (slack induction by
 * string removals, Christiaens and Vanden Berghe 2020, for visits that may be left out). Simulated annealing decides which plan continues.
 */
export function search(problem: Orienteering, options: SearchOptions): Plan {
  const steps = searching(problem, options)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The same in steps, so that other work can run between them. */
export function* searching(problem: Orienteering, { seed, isOver }: SearchOptions): Generator<void, Plan> {
  const random = createRandom(seed)
  const [now, best] = [new Tours(problem), new Tours(problem)]
  const step = new Step(problem, random)
  const mean = step.meanValue
  if (step.candidates.length === 0) return now.plan()
  let iteration = 0
  /** One cycle of this many iterations. True if the search is over. */
  function* cool(length: number, warm: number): Generator<void, boolean> {
    for (let cooled = 0; cooled < length; cooled++, iteration++) {
      if (iteration % CLOCK_INTERVAL === 0) {
        if (isOver(iteration)) return true
        yield
      }
      const temperature = mean * warm * (COLD / warm) ** (cooled / length)
      const tried = step.from(now)
      if (tried.value <= now.value + temperature * Math.log(random())) continue
      now.copyFrom(tried)
      if (now.value > best.value) best.copyFrom(now)
    }
    return false
  }
  if (step.candidates.length > MANY_STOPS) {
    const empty = new Tours(problem)
    for (let start = 0; start < STARTS; start++) {
      now.copyFrom(empty)
      if (yield* cool(START_LENGTH, WARM_AT_START)) return best.plan()
    }
    now.copyFrom(best)
  }
  for (let length = FIRST_CYCLE; ; length *= GROWTH) {
    if (yield* cool(length, WARM)) return best.plan()
    // Every second cycle begins elsewhere, because the best plan may be the best of a wrong neighbourhood.
    if (random() < 0.5) now.copyFrom(best)
  }
}

/** One change of a plan: a gap, and stops that fill it. */
class Step {
  readonly candidates: Int32Array
  readonly meanValue: number
  readonly #tried: Tours
  readonly #random: () => number
  /** For each stop all of them by travel time, itself first. */
  readonly #near: Int32Array[] = []
  /** The mean way to the five nearest stops. */
  readonly #lonely: Float64Array
  readonly #keys: Float64Array
  /** 1 for routes that changed in this step. */
  readonly #changed: Uint8Array
  /** The number of the search for a place in which the place after this one was tried last. */
  readonly #triedIn: Float64Array
  #search = 0
  #areRoutesLong = false
  #place = NONE
  #least = 0
  #absent: number[] = []
  /** In every second step only stops that are worth their way are inserted. In the others several may share a long way. */
  #isStrict = true

  constructor(problem: Orienteering, random: () => number) {
    this.#random = random
    this.#tried = new Tours(problem)
    const { size, stops, vehicles, worth, time } = this.#tried
    this.candidates = Int32Array.from({ length: stops }, (_, stop) => stop).filter((stop) => (worth[stop] as number) > 0)
    this.meanValue = meanOf([...this.candidates].map(this.#tried.worthWithoutBonus))
    this.#lonely = new Float64Array(stops)
    this.#triedIn = new Float64Array(size)
    this.#keys = new Float64Array(stops)
    this.#changed = new Uint8Array(vehicles)
    for (const stop of this.candidates) {
      const way = (other: number) => time[stop * size + other] as number
      const near = this.candidates.toSorted((a, b) => way(a) - way(b))
      this.#near[stop] = near
      const nearest = near.subarray(1, 6)
      this.#lonely[stop] = nearest.reduce((sum, other) => sum + way(other), 0) / Math.max(1, nearest.length)
    }
  }

  /** A changed copy, which is valid until the next step. */
  from(plan: Tours): Tours {
    this.#tried.copyFrom(plan)
    this.#isStrict = !this.#isStrict
    this.#areRoutesLong = plan.served > LONG_ROUTE * plan.vehicles
    const around = this.candidates[Math.floor(this.#random() * this.candidates.length)] as number
    this.#absent = []
    this.#lookAround(around)
    this.#removeStrings(around)
    this.#insertStops(around, plan)
    if (!this.#isStrict) this.#dropLosses()
    return this.#tried
  }

  #lookAround(around: number): void {
    const near = this.#near[around] as Int32Array
    const seen = this.#random() < NEAR_SHARE ? near.subarray(0, NEAR) : near
    for (const stop of seen) if (this.#tried.vehicle[stop] === NONE) this.#absent.push(stop)
  }

  /** Removes one string from each of the routes nearest to a stop. */
  #removeStrings(around: number): void {
    const [tried, random] = [this.#tried, this.#random]
    this.#changed.fill(0)
    const longest = Math.min(random() < LONG_SHARE ? LONG_STRING : STRING, Math.max(1, tried.served / tried.vehicles))
    const most = Math.max(1, (4 * REMOVED) / (1 + longest) - 1)
    let strings = 1 + Math.floor(random() * Math.min(tried.vehicles, most))
    for (const stop of this.#near[around] as Int32Array) {
      const vehicle = tried.vehicle[stop] as number
      if (vehicle === NONE || this.#changed[vehicle] === 1) continue
      this.#changed[vehicle] = 1
      this.#removeString(stop, 1 + Math.floor(random() * longest))
      tried.settle(vehicle)
      if (--strings === 0) break
    }
    if (tried.served === 0 || random() < EVERYWHERE) this.#changed.fill(1)
  }

  /** The string contains the stop at a random position. */
  #removeString(stop: number, length: number): void {
    const tried = this.#tried
    let at = stop
    for (let back = Math.floor(this.#random() * length); back > 0; back--) {
      const earlier = tried.previous[at] as number
      if (earlier >= tried.stops) break
      at = earlier
    }
    for (let count = 0; count < length && at < tried.stops; count++) {
      const following = tried.next[at] as number
      tried.remove(at)
      this.#absent.push(at)
      at = following
    }
  }

  #insertStops(around: number, before: Tours): void {
    const [tried, keys] = [this.#tried, this.#keys]
    const keyOf = this.#order()
    for (const stop of this.#absent) keys[stop] = keyOf(stop)
    if (this.#random() < 0.5) keys[around] = Number.POSITIVE_INFINITY
    this.#absent.sort((a, b) => (keys[b] as number) - (keys[a] as number))
    for (const stop of this.#absent) {
      const wasAbsent = before.vehicle[stop] === NONE
      const place = this.#areRoutesLong ? this.#placeBeside(stop, wasAbsent) : this.#placeFor(stop, wasAbsent)
      if (place !== NONE && (!this.#isStrict || tried.gainOf(stop, place) > 0)) tried.insert(stop, place)
    }
  }

  /** Routes that lose money give up what costs more than it is worth, so that they do not hide what the other routes earn. */
  #dropLosses(): void {
    const tried = this.#tried
    for (let vehicle = 0; vehicle < tried.vehicles; vehicle++) {
      if (tried.earned(vehicle) >= 0) continue
      for (let stop = tried.worst(vehicle); stop !== NONE; stop = tried.worst(vehicle)) tried.remove(stop)
      if (tried.earned(vehicle) < 0) tried.clear(vehicle)
      tried.settle(vehicle)
    }
  }

  /** In which order stops are inserted: at random, by value, by value for the effort, or by the end of their hours. */
  #order(): (stop: number) => number {
    const random = this.#random
    const { worth, duration, closes } = this.#tried
    const kind = random()
    if (kind < 0.3) return random
    if (kind < 0.6) return (stop) => (worth[stop] as number) * (0.5 + random())
    if (kind < 0.8)
      return (stop) => ((worth[stop] as number) / ((duration[stop] as number) + (this.#lonely[stop] as number))) * (0.5 + random())
    return (stop) => -(closes[stop] as number) * (0.9 + 0.2 * random())
  }

  /** The place after which the stop lengthens the way least. Unchanged routes have none for a stop that had none before. */
  #placeFor(stop: number, wasAbsent: boolean): number {
    const tried = this.#tried
    const { size, next, begin, latest, duration, time } = tried
    const own = duration[stop] as number
    let [place, least] = [NONE, Number.POSITIVE_INFINITY]
    for (let vehicle = 0; vehicle < tried.vehicles; vehicle++) {
      if ((wasAbsent && this.#changed[vehicle] === 0) || !tried.takes(vehicle, stop)) continue
      const start = tried.startOf(vehicle)
      const hours = tried.hoursOf(vehicle) + stop
      const closes = tried.closes[hours] as number
      for (let at = start; at !== start + 1; at = next[at] as number) {
        const to = next[at] as number
        const there = time[at * size + stop] as number
        const arrival = (begin[at] as number) + (duration[at] as number) + there
        if (arrival > closes) break
        const onward = time[stop * size + to] as number
        const after = tried.firstBegin(hours, arrival) + own + onward
        if (after > (latest[to] as number)) continue
        const delay = after - (begin[to] as number)
        const price = there + onward - (time[at * size + to] as number) + (delay > 0 ? DELAY * delay : 0)
        if (price < least && this.#random() >= SKIP_CHANCE) {
          least = price
          place = at
        }
      }
    }
    return place
  }

  /** The same for long routes, among the places beside the nearest stops and beside start and end. */
  #placeBeside(stop: number, wasAbsent: boolean): number {
    const { vehicle, vehicles, previous } = this.#tried
    const near = this.#near[stop] as Int32Array
    this.#place = NONE
    this.#least = Number.POSITIVE_INFINITY
    this.#search++
    for (let index = 0, left = BESIDE; index < near.length && left > 0; index++) {
      const other = near[index] as number
      const route = vehicle[other] as number
      if (route === NONE || !this.#mayJoin(route, stop, wasAbsent)) continue
      left--
      this.#try(stop, previous[other] as number)
      this.#try(stop, other)
    }
    for (let route = 0; route < vehicles; route++) {
      if (!this.#mayJoin(route, stop, wasAbsent)) continue
      const start = this.#tried.startOf(route)
      this.#try(stop, start)
      this.#try(stop, previous[start + 1] as number)
    }
    return this.#place
  }

  #mayJoin = (vehicle: number, stop: number, wasAbsent: boolean): boolean =>
    (!wasAbsent || this.#changed[vehicle] === 1) && this.#tried.takes(vehicle, stop)

  /** Keeps the place after this one if the stop fits there and it is the best one yet. */
  #try(stop: number, at: number): void {
    if (this.#triedIn[at] === this.#search) return
    this.#triedIn[at] = this.#search
    const { size, next, vehicle, begin, latest, duration, time, closes } = this.#tried
    const hours = this.#tried.hoursOf(vehicle[at] as number) + stop
    const to = next[at] as number
    const there = time[at * size + stop] as number
    const arrival = (begin[at] as number) + (duration[at] as number) + there
    if (arrival > (closes[hours] as number)) return
    const onward = time[stop * size + to] as number
    const after = this.#tried.firstBegin(hours, arrival) + (duration[stop] as number) + onward
    if (after > (latest[to] as number)) return
    const delay = after - (begin[to] as number)
    const price = there + onward - (time[at * size + to] as number) + (delay > 0 ? DELAY * delay : 0)
    if (price < this.#least && this.#random() >= SKIP_CHANCE) {
      this.#least = price
      this.#place = at
    }
  }
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + Math.max(0, value), 0) / values.length
