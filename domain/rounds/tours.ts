import { afterBreaks, beforeBreaks, TOLERANCE } from './breaks.ts'
import type { Break, Orienteering, Plan } from './orienteering.ts'

/** No place, or no vehicle. */
export const NONE = -1

/**
 * The routes of all vehicles as linked lists. Each place stores when its visit begins and when it may begin at the latest, so whether a stop
 * fits between two others is known without walking the route.
 */
export class Tours {
  readonly stops: number
  readonly vehicles: number
  /** Places: stops, then start and end of each vehicle. */
  readonly size: number
  readonly next: Int32Array
  readonly previous: Int32Array
  /** The vehicle of each place; `NONE` for stops that are not visited. */
  readonly vehicle: Int32Array
  readonly begin: Float64Array
  readonly latest: Float64Array
  readonly carried: Float64Array
  value = 0
  /** Number of stops that are visited. */
  served = 0

  readonly worth: Float64Array
  readonly time: Float64Array
  readonly cost: Float64Array
  readonly duration: Float64Array
  /** By place, and from `hoursOf` of a vehicle on. */
  readonly opens: Float64Array
  readonly closes: Float64Array
  /** As `opens` and `closes`; null if no place has breaks. */
  readonly #breaks: (readonly Break[] | undefined)[] | null
  /** 0 if all vehicles have the same hours, otherwise the number of places. */
  readonly #hoursApart: number
  readonly #load: Float64Array
  readonly #capacity: Float64Array
  /** By vehicle and stop: 1 if the vehicle may visit it. */
  readonly #allowed: Uint8Array
  readonly #isRequired: boolean[]
  /** Added to the value of required stops: more than all values together. */
  readonly #bonus: number

  constructor({ stops, vehicles, travel, cost }: Orienteering) {
    this.stops = stops.length
    this.vehicles = vehicles.length
    const size = stops.length + 2 * vehicles.length
    this.size = size
    this.next = new Int32Array(size).fill(NONE)
    this.previous = new Int32Array(size).fill(NONE)
    this.vehicle = new Int32Array(size).fill(NONE)
    this.begin = new Float64Array(size)
    this.latest = new Float64Array(size)
    this.carried = new Float64Array(vehicles.length)
    this.time = new Float64Array(size * size)
    this.cost = new Float64Array(size * size)
    for (let from = 0; from < size; from++)
      for (let to = 0; to < size; to++) {
        this.time[from * size + to] = travel(from, to)
        this.cost[from * size + to] = cost(from, to)
      }
    const ends = vehicles.flatMap(({ leaves, returns }) => [
      { value: 0, duration: 0, opens: leaves, closes: leaves },
      { value: 0, duration: 0, opens: Number.NEGATIVE_INFINITY, closes: returns },
    ])
    const places = [...stops, ...ends]
    this.#isRequired = stops.map(({ isRequired = false }) => isRequired)
    this.#bonus = 1 + stops.reduce((sum, { value }) => sum + Math.abs(value), 0)
    this.worth = Float64Array.from(places, ({ value }, at) => value + (this.#isRequired[at] ? this.#bonus : 0))
    this.duration = Float64Array.from(places, ({ duration }) => duration)
    const hours = vehicles.some((vehicle) => vehicle.hours)
      ? vehicles.flatMap((vehicle) => places.map((place, at) => (at < stops.length ? vehicle.hours?.(at) : undefined) ?? place))
      : places
    this.#hoursApart = hours.length > places.length ? size : 0
    this.opens = Float64Array.from(hours, ({ opens }) => opens)
    this.closes = Float64Array.from(hours, ({ closes }) => closes + TOLERANCE)
    this.#breaks = hours.some(hasBreaks) ? hours.map((place) => (hasBreaks(place) ? place.breaks : undefined)) : null
    this.#load = Float64Array.from(stops, ({ load = 0 }) => load)
    this.#capacity = Float64Array.from(vehicles, ({ capacity = Number.POSITIVE_INFINITY }) => capacity)
    const isOpen = (vehicle: number, stop: number) => {
      const at = vehicle * this.#hoursApart + stop
      return (this.opens[at] as number) <= (this.closes[at] as number)
    }
    this.#allowed = Uint8Array.from(
      vehicles.flatMap(({ mayVisit }, vehicle) => stops.map((_, stop) => Number(mayVisit?.(stop) !== false && isOpen(vehicle, stop)))),
    )
    for (let vehicle = 0; vehicle < this.vehicles; vehicle++) {
      const [start, end] = [this.startOf(vehicle), this.startOf(vehicle) + 1]
      this.vehicle[start] = vehicle
      this.vehicle[end] = vehicle
      this.next[start] = end
      this.previous[end] = start
      this.value -= this.#cost(start, end)
      this.settle(vehicle)
    }
  }

  startOf = (vehicle: number): number => this.stops + 2 * vehicle

  /** Where the hours of this vehicle begin. */
  hoursOf = (vehicle: number): number => vehicle * this.#hoursApart

  /** When a visit begins for who arrives at this moment, by place from `hoursOf` of the vehicle on. After `closes` if it is too late. */
  firstBegin(place: number, arrival: number): number {
    const opens = this.opens[place] as number
    const begin = arrival > opens ? arrival : opens
    return this.#breaks === null ? begin : afterBreaks(this.#breaks[place], begin)
  }

  #cost = (from: number, to: number): number => this.cost[from * this.size + to] as number

  /** Whether the vehicle may visit the stop and has room for it. */
  takes(vehicle: number, stop: number): boolean {
    return (
      this.#allowed[vehicle * this.stops + stop] === 1 &&
      (this.carried[vehicle] as number) + (this.#load[stop] as number) <= (this.#capacity[vehicle] as number)
    )
  }

  /** What a stop after a place earns, less the longer way. */
  gainOf(stop: number, after: number): number {
    return this.#gainBetween(after, stop, this.next[after] as number)
  }

  #gainBetween = (after: number, stop: number, before: number): number =>
    (this.worth[stop] as number) - this.#cost(after, stop) - this.#cost(stop, before) + this.#cost(after, before)

  /** Inserts a stop after a place, where it fits. */
  insert(stop: number, after: number): void {
    this.value += this.gainOf(stop, after)
    const before = this.next[after] as number
    const vehicle = this.vehicle[after] as number
    this.next[after] = stop
    this.previous[stop] = after
    this.next[stop] = before
    this.previous[before] = stop
    this.vehicle[stop] = vehicle
    this.served++
    this.carried[vehicle] = (this.carried[vehicle] as number) + (this.#load[stop] as number)
    this.#pushOn(stop)
    this.#pullBack(stop)
  }

  /** Takes a stop out of its route. The caller settles the times of the vehicle afterwards. */
  remove(stop: number): void {
    const [after, before, vehicle] = [this.previous[stop] as number, this.next[stop] as number, this.vehicle[stop] as number]
    this.next[after] = before
    this.previous[before] = after
    this.vehicle[stop] = NONE
    this.served--
    this.carried[vehicle] = (this.carried[vehicle] as number) - (this.#load[stop] as number)
    this.value -= this.#gainBetween(after, stop, before)
  }

  /** What a route earns, compared with the direct way from its start to its end. */
  earned(vehicle: number): number {
    const start = this.startOf(vehicle)
    let sum = this.#cost(start, start + 1)
    for (let at = start; at !== start + 1; at = this.next[at] as number)
      sum += (this.worth[at] as number) - this.#cost(at, this.next[at] as number)
    return sum
  }

  /** The stop of a route whose removal earns most; `NONE` if each is worth its way. */
  worst(vehicle: number): number {
    const start = this.startOf(vehicle)
    let [worst, least] = [NONE, 0]
    for (let at = this.next[start] as number; at !== start + 1; at = this.next[at] as number) {
      const gain = this.#gainBetween(this.previous[at] as number, at, this.next[at] as number)
      if (gain < least) [worst, least] = [at, gain]
    }
    return worst
  }

  /** Takes all stops out of a route. The caller settles its times afterwards. */
  clear(vehicle: number): void {
    const start = this.startOf(vehicle)
    while (this.next[start] !== start + 1) this.remove(this.next[start] as number)
  }

  /** Calculates all times of a route. */
  settle(vehicle: number): void {
    const start = this.startOf(vehicle)
    const end = start + 1
    const hours = this.hoursOf(vehicle)
    this.begin[start] = this.opens[hours + start] as number
    for (let at = start; at !== end; ) at = this.#arrive(at, hours)
    this.latest[end] = this.closes[hours + end] as number
    for (let at = end; at !== start; ) at = this.#depart(at, hours)
  }

  /** Sets the begin of the place after this one, and returns that place. */
  #arrive(at: number, hours: number): number {
    const to = this.next[at] as number
    const arrival = (this.begin[at] as number) + (this.duration[at] as number) + (this.time[at * this.size + to] as number)
    this.begin[to] = this.firstBegin(hours + to, arrival)
    return to
  }

  /** Sets the latest begin of the place before this one, and returns that place. */
  #depart(at: number, hours: number): number {
    const from = this.previous[at] as number
    const latest = (this.latest[at] as number) - (this.duration[from] as number) - (this.time[from * this.size + at] as number)
    const closes = this.closes[hours + from] as number
    const last = latest < closes ? latest : closes
    this.latest[from] = this.#breaks === null ? last : beforeBreaks(this.#breaks[hours + from], last)
    return from
  }

  #pushOn(stop: number): void {
    const vehicle = this.vehicle[stop] as number
    const [end, hours] = [this.startOf(vehicle) + 1, this.hoursOf(vehicle)]
    this.#arrive(this.previous[stop] as number, hours)
    for (let at = stop; at !== end; ) {
      const to = this.next[at] as number
      const before = this.begin[to] as number
      at = this.#arrive(at, hours)
      if (this.begin[to] === before) break
    }
  }

  #pullBack(stop: number): void {
    const vehicle = this.vehicle[stop] as number
    const [start, hours] = [this.startOf(vehicle), this.hoursOf(vehicle)]
    this.#depart(this.next[stop] as number, hours)
    for (let at = stop; at !== start; ) {
      const from = this.previous[at] as number
      const before = this.latest[from] as number
      at = this.#depart(at, hours)
      if (this.latest[from] === before) break
    }
  }

  copyFrom(other: Tours): void {
    this.next.set(other.next)
    this.previous.set(other.previous)
    this.vehicle.set(other.vehicle)
    this.begin.set(other.begin)
    this.latest.set(other.latest)
    this.carried.set(other.carried)
    this.value = other.value
    this.served = other.served
  }

  /** What the search may compare with: values of stops without the bonus. */
  worthWithoutBonus = (stop: number): number => (this.worth[stop] as number) - (this.#isRequired[stop] ? this.#bonus : 0)

  plan(): Plan {
    const routes = Array.from({ length: this.vehicles }, (_, vehicle) => {
      const route: number[] = []
      const end = this.startOf(vehicle) + 1
      for (let at = this.next[end - 1] as number; at !== end; at = this.next[at] as number) route.push(at)
      return route
    })
    const required = routes.flat().filter((stop) => this.#isRequired[stop]).length
    return { routes, value: this.value - required * this.#bonus }
  }
}

const hasBreaks = (place: object): place is { breaks: readonly Break[] } => 'breaks' in place && place.breaks !== undefined
