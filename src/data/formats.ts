import { type Formats, formatsOf } from '#domain/formats.ts'
import { countWith } from '../i18n.ts'
import { getSession, isOpen } from './device.ts'

let last: { key: string; formats: Formats } | null = null

/** The formats of the account, with words in the language of the screen. */
export function formats(): Formats {
  const { locale, currency, timezone } = getSession().account
  const language = document.documentElement.lang
  const key = [locale, currency, timezone, language].join('|')
  if (last?.key !== key) last = { key, formats: formatsOf({ locale, currency, timezone, language }) }
  return last.formats
}

// Counts within sentences have the separators of all other figures.
countWith((value, locale) => (isOpen() ? formats() : formatsOf({ locale, currency: 'EUR', timezone: 'UTC' })).number(value))
