/**
 * Which stops to visit in which order so that the day earns most: the team orienteering problem with time windows. Units of time and value
 * are the caller's.
 */
export type Orienteering = {
  stops: readonly Stop[]
  vehicles: readonly Vehicle[]
  /** Time between two places. Places are the stops by index, then start and end of each vehicle: `stops.length + 2 * vehicle` and one more. */
  travel(from: number, to: number): number
  /** What the way between two places costs, in units of value. */
  cost(from: number, to: number): number
}

/** First and last moment at which a visit may begin. Who is early waits. */
export type Hours = {
  opens: number
  closes: number
  /** In order: no visit begins after `from` and before `to`. */
  breaks?: readonly Break[]
}

export type Break = { from: number; to: number }

export type Stop = Hours & {
  value: number
  duration: number
  /** What the vehicle carries for it. */
  load?: number
  /** Visited before all others, if it fits. */
  isRequired?: boolean
}

type Vehicle = {
  leaves: number
  /** The latest moment of arrival at its end. */
  returns: number
  /** The largest sum of the loads of its stops. */
  capacity?: number
  mayVisit?(stop: number): boolean
  /** When the visit of a stop may begin, if that is different for this vehicle. */
  hours?(stop: number): Hours
}

/** The stops of each vehicle, in order, and what they earn after the cost of the ways. Required stops that are missing do not count. */
export type Plan = { routes: number[][]; value: number }
