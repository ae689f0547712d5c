/** Months of activities and machine states that a company can keep; without one of them it keeps all. */
export const HISTORY_MONTHS = [12, 24, 36, 60, 120] as const
export type HistoryMonths = (typeof HISTORY_MONTHS)[number]

/** What is archived by month. */
export const HISTORY_SOURCES = ['activities', 'state_reports'] as const
export type HistorySource = (typeof HISTORY_SOURCES)[number]
