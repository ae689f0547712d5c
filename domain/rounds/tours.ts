import type { Orienteering, Plan } from './orienteering.ts'

/** No place, or no vehicle. */
export const NONE = -1

/** Rounding of sums of travel times. */
const TOLERANCE = 1e-7

/**
 * The routes of all vehicles as linked lists. Each place knows when its visit begins and when it may begin at the latest, so whether a stop
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
  readonly opens: Float64Array
  readonly closes: Float64Array
  readonly #load: Float64Array
  readonly #capacity: Float64Array
  /** By vehicle and stop: 1 if the vehicle may visit it. */
  readonly #allowed: Uint8Array

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
    this.worth = Float64Array.from(places, ({ value }) => value)
    this.duration = Float64Array.from(places, ({ duration }) => duration)
    this.opens = Float64Array.from(places, ({ opens }) => opens)
    this.closes = Float64Array.from(places, ({ closes }) => closes + TOLERANCE)
    this.#load = Float64Array.from(stops, ({ load = 0 }) => load)
    this.#capacity = Float64Array.from(vehicles, ({ capacity = Number.POSITIVE_INFINITY }) => capacity)
    this.#allowed = Uint8Array.from(vehicles.flatMap((vehicle) => stops.map((_, stop) => (vehicle.mayVisit?.(stop) === false ? 0 : 1))))
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

  #cost = (from: number, to: number): number => this.cost[from * this.size + to] as number

  /** Whether the vehicle may visit the stop and has room for it. */
  takes(vehicle: number, stop: number): boolean {
    return (
      this.#allowed[vehicle * this.stops + stop] === 1 &&
      (this.carried[vehicle] as number) + (this.#load[stop] as number) <= (this.#capacity[vehicle] as number)
    )
  }

  /** Inserts a stop after a place, where it fits. */
  insert(stop: number, after: number): void {
    const before = this.next[after] as number
    const vehicle = this.vehicle[after] as number
    this.next[after] = stop
    this.previous[stop] = after
    this.next[stop] = before
    this.previous[before] = stop
    this.vehicle[stop] = vehicle
    this.served++
    this.carried[vehicle] = (this.carried[vehicle] as number) + (this.#load[stop] as number)
    this.value += (this.worth[stop] as number) - this.#cost(after, stop) - this.#cost(stop, before) + this.#cost(after, before)
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
    this.value -= (this.worth[stop] as number) - this.#cost(after, stop) - this.#cost(stop, before) + this.#cost(after, before)
  }

  /** Calculates all times of a route. */
  settle(vehicle: number): void {
    const start = this.startOf(vehicle)
    const end = start + 1
    this.begin[start] = this.opens[start] as number
    for (let at = start; at !== end; ) at = this.#arrive(at)
    this.latest[end] = this.closes[end] as number
    for (let at = end; at !== start; ) at = this.#depart(at)
  }

  /** Sets the begin of the place after this one, and returns that place. */
  #arrive(at: number): number {
    const to = this.next[at] as number
    const arrival = (this.begin[at] as number) + (this.duration[at] as number) + (this.time[at * this.size + to] as number)
    const opens = this.opens[to] as number
    this.begin[to] = arrival > opens ? arrival : opens
    return to
  }

  /** Sets the latest begin of the place before this one, and returns that place. */
  #depart(at: number): number {
    const from = this.previous[at] as number
    const latest = (this.latest[at] as number) - (this.duration[from] as number) - (this.time[from * this.size + at] as number)
    const closes = this.closes[from] as number
    this.latest[from] = latest < closes ? latest : closes
    return from
  }

  #pushOn(stop: number): void {
    const end = this.startOf(this.vehicle[stop] as number) + 1
    this.#arrive(this.previous[stop] as number)
    for (let at = stop; at !== end; ) {
      const to = this.next[at] as number
      const before = this.begin[to] as number
      at = this.#arrive(at)
      if (this.begin[to] === before) break
    }
  }

  #pullBack(stop: number): void {
    const start = this.startOf(this.vehicle[stop] as number)
    this.#depart(this.next[stop] as number)
    for (let at = stop; at !== start; ) {
      const from = this.previous[at] as number
      const before = this.latest[from] as number
      at = this.#depart(at)
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

  plan(): Plan {
    const routes = Array.from({ length: this.vehicles }, (_, vehicle) => {
      const route: number[] = []
      const end = this.startOf(vehicle) + 1
      for (let at = this.next[end - 1] as number; at !== end; at = this.next[at] as number) route.push(at)
      return route
    })
    return { routes, value: this.value }
  }
}
