/** Whether a screen's language differs from its company's locale. */
export const isForeign = (locale: string, language: string) => language !== '' && locale.split('-')[0] !== language

/**
 * The date format of the company's region in the language of the screen, so that no sentence mixes two languages. English has two orders of
 * day and month: in a region that does not speak it, the order and the 12 or 24 hour clock are those of the company's own language.
 */
export function localeInWords(locale: string, language: string): string {
  if (!isForeign(locale, language)) return locale
  const region = new Intl.Locale(locale).region
  if (language !== 'en') return region ? `${language}-${region}` : language
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
  return `${isDayFirst(locale) ? 'en-GB' : 'en-US'}-u-hc-${hourCycle ?? 'h23'}`
}

export function isDayFirst(locale: string): boolean {
  const order = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type)
  return order.indexOf('day') < order.indexOf('month')
}

/** The company's format of numbers and money, with the digits of the screen's language, which are 0 to 9 in all supported languages. */
export function localeInFigures(locale: string, language: string): string {
  const hasOthers = isForeign(locale, language) && new Intl.NumberFormat(locale).resolvedOptions().numberingSystem !== 'latn'
  return hasOthers ? `${locale}-u-nu-latn` : locale
}

type Writer = { format(value: number): string; formatToParts(value: number): Intl.NumberFormatPart[] }

/** A number in the format of one locale, with its unit in the language of another. */
export function unitsIn(locale: string, words: string, options: Intl.NumberFormatOptions): Writer {
  const [figures, named] = [new Intl.NumberFormat(locale, { ...options, style: 'decimal' }), new Intl.NumberFormat(words, options)]
  if (locale === words) return named
  const formatToParts = (value: number) => {
    const parts = named.formatToParts(value)
    const isWord = ({ type }: Intl.NumberFormatPart) => type === 'unit' || type === 'literal'
    const begin = parts.findIndex((part) => !isWord(part))
    return [...parts.slice(0, begin).filter(isWord), ...figures.formatToParts(value), ...parts.slice(begin).filter(isWord)]
  }
  const format = (value: number) =>
    formatToParts(value)
      .map((part) => part.value)
      .join('')
  return { format, formatToParts }
}
