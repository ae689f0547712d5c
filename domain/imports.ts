/** What a file brings in. */
export const IMPORT_KINDS = ['MACHINES', 'PRODUCTS', 'PLANOGRAMS', 'SALES'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]
