import { type OpeningRule, readOpeningHours, writeOpeningHours } from '../machines/opening-hours.ts'
import { DAY_MINUTES } from '../time-of-day.ts'
import { weekdayIn } from './weekdays.ts'

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const

/** Texts for a site that is always open, without blanks and marks. */
const ALWAYS = new Set(
  '24h h24 24hs 24hr 24hrs 24hour 24hours 24std 24stunden 24godz 24godziny 24godzin 24horas 24heures 24ore 24時間 24時間営業 24時間可 247 2424 24h24 24h7 24x7 24h7d 24h7j 24h247j7 7j724h24 24247 24247j7 247365 24ore24 24oresu24 24hsu24 rundumdie durchgehend immer całodobowo całodobowy nonstop always alwaysopen open247 open24hours 24hoursaday 24hours7days las24horas 24horasaldía 24horaspordia abierto24horas aberto24horas siempre sempre toujours 終日 常時 24時間365日 24時間年中無休 年中無休24時間 024 00002400 0002400 00002359'.split(
    ' ',
  ),
)

const textOf = (text: string) =>
  text
    .normalize('NFKC')
    .slice(0, 300)
    .replaceAll(/\s?\b(?:uhr|godz\.)(?!\p{L})/giu, '')

/** Opening hours in a file, as machines have them: empty if the site is always open. Days may have their names in another language. Null if unreadable. */
export function siteHoursIn(text: string): string | null {
  const plain = textOf(text)
  if (ALWAYS.has(plain.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ''))) return ''
  const rules = readOpeningHours(plain) ?? readOpeningHours(inNotation(plain))
  return rules && isPlausible(rules) ? writeOpeningHours(rules) : null
}

/** A word or mark between two intervals of a day. */
const AND = /(?<=\d)(?:\s*[,/|+&·、]\s*|\s+(?:(?:und|u\.|and|i|oraz|y|e|et|ed|sowie|as well as)\s+)?)(?=\d)/giu

/**
 * "9-5" is hardly 20 hours until the next morning, but nine in the morning until five in the afternoon on a 12 hour clock. So is the second
 * interval of "8-12, 1-5".
 */
const isPlausible = (rules: readonly OpeningRule[]) =>
  rules.every(({ from, to, days }, index) => {
    const isLong = to > DAY_MINUTES && to - from > DAY_MINUTES / 2
    return !isLong && !rules.slice(0, index).some((before) => from < before.from && before.days.some((day) => days.includes(day)))
  })

/** Words for several days. */
const EVERY_DAY =
  /(?<!\p{L})(?:täglich|daily|every ?day|codziennie|diario|todos los días|todos os dias|diariamente|tous les jours|tutti i giorni|elke dag|dagelijks|alla dagar|alle dage|alle dager|hver dag|joka päivä|päivittäin|denně|každý den|minden nap|naponta|zilnic|her gün|ежедневно|щодня|每天|毎日|全日)(?!\p{L})/giu
const WORK_DAYS =
  /(?<!\p{L})(?:weekdays|dni robocze|días laborables|dias úteis|jours ouvrés|en semaine|giorni feriali|werkdagen|vardagar|hverdage|hverdager|arkisin|pracovní dny|munkanapokon|hafta içi|будни|по будням|工作日|平日)(?!\p{L})/giu
const FROM = /(?<!\p{L})(?:from|von|od|de|das|du|le|dalle|dal|da)\s+(?=[\p{L}\d])/giu
const UNTIL = /(?<=[\p{L}\d.])\s+(?:to|till|until|bis|do|a|à|al|au|às|até|alle)\s+(?=[\p{L}\d])/giu

/** The weekdays of L-V, with which Spanish, French and Italian begin their days. M is two of them. */
const LETTERS: Readonly<Record<string, string>> = { L: 'Mo', X: 'We', J: 'Th', V: 'Fr', S: 'Sa', D: 'Su' }

function inNotation(text: string): string {
  const plain = text
    .replaceAll(/\s*[–—〜~]\s*/g, '-')
    .replaceAll(EVERY_DAY, 'Mo-Su')
    .replaceAll(WORK_DAYS, 'Mo-Fr')
    .replaceAll(FROM, '')
    .replaceAll(UNTIL, '-')
    .replaceAll(/(\d{1,2})\s?[h時]\s?(\d{2})?分?(?!\p{L})/giu, (_, hour: string, minute?: string) => (minute ? `${hour}:${minute}` : hour))
    .replaceAll(/(?<![\d:.])(\d{1,2})\.(\d{2})(?![\d.])/g, '$1:$2')
    .replaceAll(
      /(\d{1,2})(:\d{2})?\s?([ap])\.?m\b\.?/gi,
      (_, hour: string, minute = '', half: string) => `${(Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)}${minute}`,
    )
    .replaceAll(AND, ',')
  const hasLetters = /(?<!\p{L})L\s?-\s?[JVSD](?!\p{L})/u.test(plain)
  return plain
    .replaceAll(/\p{L}+\.?/gu, (word) => {
      const letter = hasLetters ? LETTERS[word] : undefined
      const day = letter === undefined ? weekdayIn(word) : null
      return letter ?? (day === null ? word : (DAYS[day - 1] ?? word))
    })
    .replaceAll(/(\p{L})\s*:?\s*(?=\d)/gu, '$1 ')
    .replaceAll(/(?<=\d)[\s,/|+·、]+(?=\p{L})/gu, '; ')
}
