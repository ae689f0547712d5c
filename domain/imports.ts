/** What a file brings in. */
export const IMPORT_KINDS = ['MACHINES', 'PRODUCTS', 'PLANOGRAMS', 'SALES'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** What became of an import. */
export const IMPORT_STATES = ['DONE', 'UNDONE'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** Rows that are no record, and rows that are none to book: what is said of them. */
export const IMPORT_NOTES = ['TOTALS', 'GROUPS', 'REPEATED_HEADS', 'CANCELLED', 'REFUNDS', 'UNSETTLED', 'UNMATCHED'] as const
export type ImportNote = (typeof IMPORT_NOTES)[number]
