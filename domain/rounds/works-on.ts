type OwnDays = {
  /** Null: the usual ones. */
  weekdays: readonly number[] | null
  away: readonly { from: string; until: string }[]
}

/** Whether a person works on an ISO date. `weekday`: 1 is Monday. `usual`: the weekdays of people who have none of their own; null: all. */
export const worksOn = ({ weekdays, away }: OwnDays, date: string, weekday: number, usual: readonly number[] | null): boolean =>
  !away.some(({ from, until }) => from <= date && date <= until) && ((weekdays ?? usual)?.includes(weekday) ?? true)
