import type { OptionsFilter } from '@mantine/core'
import { fold, hasWords, isLongEnough } from '#domain/search.ts'

export const SEARCH_DELAY_MS = 300
const SHORTEST = 3

/** One or two letters are too few to search for; an empty search shows everything. */
export const isSearch = (query: string): boolean => query.trim() === '' || isLongEnough(query.trim(), SHORTEST)

/**
 * Filters options with the same folding as lists: ignoring case, accents and width, each word anywhere. The limit counts options, also
 * those in groups.
 */
export const foldedOptions: OptionsFilter = ({ options, search, limit }) => {
  const found: typeof options = []
  let left = limit
  const take = <Option extends { label: string }>(some: readonly Option[]) => {
    const taken: Option[] = []
    for (const option of some) {
      if (left === 0) break
      if (!hasWords(fold(option.label), search)) continue
      taken.push(option)
      left--
    }
    return taken
  }
  for (const option of options) {
    if (left === 0) break
    if ('group' in option) found.push({ ...option, items: take(option.items) })
    else found.push(...take([option]))
  }
  return found
}
