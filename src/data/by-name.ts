import { isPlain, once } from './plain-language.ts'

type Named = { name: string }

/**
 * Names as a person of this language looks for them; numbers in them by their size. Most names differ first in a plain letter or
 * in a number, which tells the order: asking the language about each pair of ten thousand takes as long as reading them.
 */
export function nameOrder(locale = 'en'): (a: Named, b: Named) => number {
  const collator = once(() => new Intl.Collator(locale, { numeric: true }))
  const inPlainOrder = isPlain(locale)
  return (a, b) => (inPlainOrder ? plainOrder(a.name, b.name) : 0) || collator().compare(a.name, b.name)
}

/** As the reader of this device looks for them. */
export const byName = nameOrder(globalThis.navigator?.language)

/** Told by the first place where they differ, if two plain letters or two numbers stand there; 0 where only the language can tell. */
function plainOrder(a: string, b: string): number {
  let at = 0
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  const [one, other] = [letterAt(a, at), letterAt(b, at)]
  if (one > 0 && other > 0) return one - other
  let from = at
  while (isDigit(a, from - 1)) from--
  return isDigit(a, from) && isDigit(b, from) ? numberAt(a, from) - numberAt(b, from) : 0
}

/** 1 to 26, small and capital alike; 0 for all that is no plain letter. */
function letterAt(text: string, at: number): number {
  const code = text.charCodeAt(at) | 32
  return code >= 97 && code <= 122 ? code - 96 : 0
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}

/** What is too long to be told from its neighbours is left to the language. */
function numberAt(text: string, from: number): number {
  let value = 0
  for (let at = from; isDigit(text, at); at++) value = value * 10 + text.charCodeAt(at) - 48
  return Math.min(value, Number.MAX_SAFE_INTEGER)
}
