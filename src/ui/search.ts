import type { OptionsFilter } from '@mantine/core'
import { fold, hasWords, saysEnough } from '#domain/search.ts'

export const SEARCH_DELAY_MS = 300
const SHORTEST = 3

/** One or two letters are too few to search for; an empty search shows everything. */
export const isSearch = (query: string): boolean => query.trim() === '' || saysEnough(query.trim(), SHORTEST)

/** Filters options with the same folding as lists: ignoring case, accents and width, each word anywhere. */
export const foldedOptions: OptionsFilter = ({ options, search, limit }) => {
  const found: typeof options = []
  for (const option of options) {
    if (found.length === limit) break
    if ('group' in option) found.push({ ...option, items: option.items.filter(({ label }) => hasWords(fold(label), search)) })
    else if (hasWords(fold(option.label), search)) found.push(option)
  }
  return found
}
