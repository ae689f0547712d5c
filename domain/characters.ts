/** Number of characters as people and PostgreSQL count them: code points. `length` counts most emoji twice. */
export function charactersIn(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** The beginning of a text, of at most this `length`, without half of an emoji at its end, which PostgreSQL cannot store in JSON. */
export const beginningOf = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
