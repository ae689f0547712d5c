import i18n from 'i18next'
import { isPlain, once } from '#domain/plain-language.ts'

type Named = { name: string }

/**
 * Compares names in the order of a language, with numbers by value. Most names first differ in a plain letter or a number, which decides
 * the order without `Intl.Collator`: comparing ten thousand names with it takes as long as reading them.
 */
export function nameOrder(locale = 'en'): (a: Named, b: Named) => number {
  const collator = once(() => new Intl.Collator(locale, { numeric: true }))
  const inPlainOrder = isPlain(locale)
  return (a, b) => (inPlainOrder ? plainOrder(a.name, b.name) : 0) || collator().compare(a.name, b.name)
}

let chosen = nameOrder(i18n.language)
i18n.on('languageChanged', (language) => {
  chosen = nameOrder(language)
})

/** In the order of the language that the user has chosen. */
export const byName = (a: Named, b: Named): number => chosen(a, b)

/** Compares by the first difference if it is between two plain letters or two numbers; 0 if the collator must decide. */
function plainOrder(a: string, b: string): number {
  let at = 0
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  const [one, other] = [letterAt(a, at), letterAt(b, at)]
  if (one > 0 && other > 0) return one - other
  let from = at
  while (isDigit(a, from - 1)) from--
  return isDigit(a, from) && isDigit(b, from) ? numberAt(a, from) - numberAt(b, from) : 0
}

/** 1 to 26, ignoring case; 0 for anything except a plain letter. */
function letterAt(text: string, at: number): number {
  const code = text.charCodeAt(at) | 32
  return code >= 97 && code <= 122 ? code - 96 : 0
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}

/** Numbers that are too long to be exact are left to the collator. */
function numberAt(text: string, from: number): number {
  let value = 0
  for (let at = from; isDigit(text, at); at++) value = value * 10 + text.charCodeAt(at) - 48
  return Math.min(value, Number.MAX_SAFE_INTEGER)
}
