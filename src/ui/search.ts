export const SEARCH_DELAY_MS = 300
const SHORTEST = 3

/** One or two characters say too little to search for; nothing at all shows everything. */
export const isSearch = (query: string): boolean => query.trim() === '' || query.trim().length >= SHORTEST
