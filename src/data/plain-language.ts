/**
 * Languages that write numbers with the digits 0 to 9, and in which each of the letters a to z stands for itself and where the
 * English alphabet has it. What is told by these needs none of the browser's tables, which take as long to load as a screen to draw.
 */
const PLAIN = ['de', 'en', 'es', 'fr', 'it', 'ja', 'pl', 'pt']

/** Whether that holds for a locale such as "pl" or "de-CH"; one that asks for other digits or another order by an extension is none. */
export const isPlain = (locale: string): boolean => PLAIN.includes(locale.slice(0, 2)) && /^[a-z]{2}(-[A-Z]{2})?$/.test(locale)

/** Makes something when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
