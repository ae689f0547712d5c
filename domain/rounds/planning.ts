/** Limits of the planning settings. Times are minutes of the day. */
export const PLANNING_LIMITS = { pause: 240, atMachine: 240, perPiece: 10, cost: 10_000_000, days: 7, absences: 50 } as const

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** The settings of a company that has not changed them. Null: derived from its own figures. */
export const USUAL_PLANNING = {
  worksFrom: 8 * 60,
  worksUntil: 16 * 60 + 30,
  pauseFrom: 12 * 60,
  pauseMinutes: 30,
  weekdays: [1, 2, 3, 4, 5],
  hourCost: null,
  kilometreCost: null,
  minutesAtMachine: null,
  minutesPerPiece: null,
  start: null,
  cashBoxAmount: null,
  isNightly: false,
  nightlyDays: 1,
}

/** Minutes at a machine, as long as too few visits are known. */
export const USUAL_MINUTES = { fixed: 7, perPiece: 0.1 }
/** An hour of work and a kilometre in typical sale prices, which have the same order of magnitude in every currency. */
export const [HOUR_IN_PRICES, KILOMETRE_IN_PRICES] = [20, 0.25]
