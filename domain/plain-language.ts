/**
 * Languages that write numbers with the digits 0 to 9 and sort the letters a to z as in English. They can be handled without the browser's
 * tables, which take as long to load as a screen to draw.
 */
const PLAIN = ['de', 'en', 'es', 'fr', 'it', 'ja', 'pl', 'pt']

/** Whether that applies to a locale such as "pl" or "de-CH"; one with an extension for other digits or another order is excluded. */
export const isPlain = (locale: string): boolean => PLAIN.includes(locale.slice(0, 2)) && /^[a-z]{2}(-[A-Z]{2})?$/.test(locale)

/** Creates a value on first use. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
