const COLUMNS = ['state', 'name', 'alerts', 'lastRefill', 'stock', 'sold', 'turnover', 'cash', 'signal'] as const
export type Column = (typeof COLUMNS)[number]

/** A column, with a minus for descending order. */
export const SORTS = COLUMNS.flatMap((column) => [column, `-${column}`] as const)
export type Sort = (typeof SORTS)[number]

export const columnOf = (sort: Sort): Column => sort.replace('-', '') as Column
