/** Number of characters as people and PostgreSQL count them: code points. `length` counts most emoji twice. */
export function charactersIn(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
