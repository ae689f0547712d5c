import { readOpeningHours, writeOpeningHours } from '../machines/opening-hours.ts'
import { weekdayIn } from './weekdays.ts'

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const

/** Opening hours in a file, as machines have them; weekdays may have their names in another language. Null if they are unreadable. */
export function siteHoursIn(text: string): string | null {
  const rules = readOpeningHours(text) ?? readOpeningHours(withEnglishDays(text))
  return rules && writeOpeningHours(rules)
}

const withEnglishDays = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/\s*[–—〜~]\s*/g, '-')
    .replaceAll(/ ?uhr(?!\p{L})/giu, '')
    .replaceAll(/\p{L}+\.?/gu, (word) => {
      const day = weekdayIn(word)
      return day === null ? word : (DAYS[day - 1] ?? word)
    })
