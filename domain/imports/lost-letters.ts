import { nameKey } from './cell.ts'

/** Exports in a code page without some letters have a question mark or U+FFFD for each of them, or for each of its bytes. */
const LOST = /[?\ufffd]/
const MOST_BYTES = 4
/** A longer text is no name: names of products have up to 100 characters, each of which may have become four marks. */
const MAX_LENGTH = 1_000

/** Names with letters that may be lost, by the rest of each. */
export type LosableNames = ReadonlyMap<string, readonly string[]>

const restOf = (name: string): string => nameKey(name).replaceAll(/[?\u0080-\u{10ffff}]+/gu, '?')

export function losableNames(names: Iterable<string>): LosableNames {
  const byRest = new Map<string, string[]>()
  for (const name of names) {
    const rest = restOf(name)
    if (!rest.includes('?')) continue
    const alike = byRest.get(rest)
    if (alike) alike.push(name)
    else byRest.set(rest, [name])
  }
  return byRest
}

export const hasLostLetters = (text: string): boolean => LOST.test(text)

/** The only name that is the text with its lost letters; null if none or several are. */
export function nameWithLetters(names: LosableNames, text: string): string | null {
  if (!hasLostLetters(text)) return null
  const rest = restOf(text)
  // A name of which hardly anything is left could be any other.
  if (rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length < 2) return null
  const alike = names.get(rest)
  if (!alike || text.length > MAX_LENGTH) return null
  const pattern = patternOf(nameKey(text))
  const fitting = new Map(alike.filter((name) => pattern.test(nameKey(name))).map((name) => [nameKey(name), name]))
  return fitting.size === 1 ? ([...fitting.values()][0] ?? null) : null
}

/** A run of n marks is one to n letters outside of ASCII. */
const patternOf = (key: string): RegExp =>
  new RegExp(
    `^${key
      .split(/([?\ufffd]+)/)
      .map((part, at) => (at % 2 === 0 ? part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&') : lettersOf(part.length)))
      .join('')}$`,
    'u',
  )
const lettersOf = (marks: number) => `[\\u0080-\\u{10ffff}]{${Math.ceil(marks / MOST_BYTES)},${marks}}`
