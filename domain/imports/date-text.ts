import { type Cell, plainDigits, shown } from './cell.ts'
import { weekdayIn } from './weekdays.ts'

/** The year before the first one of each Japanese era, which is also written with one letter: R8.11.5. */
const ERAS: Readonly<Record<string, number>> = { 昭和: 1925, 平成: 1988, 令和: 2018, S: 1925, H: 1988, R: 2018 }
const ERA = /^(昭和|平成|令和|[SHR])\s?(\d{1,2}|元)(?:\s?(年)|(?=[./]\s?\d{1,2}[./]))/

/** A date as text in one form: digits and marks of other scripts, ordinals, weekdays and hours written with words become plain ones. */
export function dateText(cell: Cell | undefined): string {
  const text = plainDigits(shown(cell)).replaceAll(/[\s\u00a0\u202f]+/g, ' ')
  if (text.length > 80) return text
  // Most dates consist of digits and marks.
  if (/^[\d\s:./-]+$/.test(text))
    return text
      .replace(TIME_FIRST, '$2 $1')
      .replace(COLON_YEAR, '$1-$2-$3')
      .replace(COLON_BEFORE_TIME, '$1 ')
      .replace(MINGUO, '$1/$2/$3')
      .replace(UNDIVIDED, '$1/$2/$3')
  return text
    .replace(TIME_FIRST, '$2 $1')
    .replace(ZONE_BEHIND_OFFSET, '')
    .replace(JOINED_MONTH, '$1 $2 $3 ')
    .trim()
    .replace(COLON_BEFORE_TIME, '$1 ')
    .replace(MARKS_AROUND_MONTH, '$1 $2 $3')
    .replace(YEAR_BEFORE_MONTH, '$3 $2 $1')
    .replace(OTHER_YEARS, '')
    .replace(THAI, '')
    .replace(ERA, (_, era: string, year: string, mark = '') => `${(ERAS[era] ?? 0) + (year === '元' ? 1 : Number(year))}${mark}`)
    .replace(UNDIVIDED, '$1/$2/$3')
    .replace(ROMAN_MONTH, (found, day: string, month: string, year: string) => {
      const number = ROMAN.indexOf(month.toUpperCase()) + 1
      return number === 0 ? found : `${day}.${number}.${year}`
    })
    .replace(ORDINAL, '$1')
    .replace(WHOLE_HOUR, '$1:00')
    .replace(WORD_BEFORE_TIME, ' ')
    .replace(WEEKDAY_BEFORE_TIME, (found, name: string) => (weekdayIn(name) === null ? found : ' '))
    .replace(ZONE_IN_WORDS, '$1')
    .replace(YEAR_LAST, '$1 $3 $2')
}

/** The name of the Minguo calendar before its year: 民國115年3月13日. */
const OTHER_YEARS = /^(?:中華民國|民國|民国)\s?/u
/** In Thai: points of abbreviated months, the name of the calendar before its year, and the word behind a time of day. */
const THAI = /พ\.?ศ\.?\s?(?=\d)|(?<=\d) ?น\.?$|(?<=[\u0e00-\u0e7f])\./gu
/** 1150313: a year of the Minguo calendar, without marks. */
const MINGUO = /^(1[0-3]\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?=$| )/
/** 13032026: the day or the month first, without marks. */
const UNDIVIDED = /^(\d{2})(\d{2})(20\d{2})(?=$| )/
/** 2026:03:13, as in photos. */
const COLON_YEAR = /^(20\d{2}):(\d{2}):(\d{2})(?=$| )/
/** A time of day before its date: 10:05:00 13/03/2026. */
const TIME_FIRST =
  /^(\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?(?: ?[ap]\.?m\.?)?),? (?:ngày )?(\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2})$/iu
/** The name of a zone behind its offset, as Java writes it: 2026-03-13T10:05+01:00[Europe/Berlin]. */
const ZONE_BEHIND_OFFSET = /(?<=[+-]\d{2}:?\d{2}|Z)\[[A-Za-z_/+-]{1,40}\]$/
/** 13MAR2026 and 13MAR26:10:05:00 */
const JOINED_MONTH = /^(\d{1,2})([A-Za-z]{3})(\d{4}|\d{2})(?::(?=\d{1,2}:\d{2})|(?=$|[ ,T]))/
/** A colon between the date and the time, as in logs of web servers: 13/Mar/2026:10:05:00. */
const COLON_BEFORE_TIME = /^(\d{1,4}[./-](?:\d{1,2}|[\p{L}\p{M}]{3,12})[./-]\d{2,4}):(?=\d{1,2}:\d{2})/u
/** 13/Mar/2026 and 13.Mar.2026 */
const MARKS_AROUND_MONTH = /^(\d{1,2})[./]([\p{L}\p{M}]{3,12})[./](\d{4}|\d{2})(?=$|[ ,T])/u
/** 2026-Mar-13 and 2026/Mar/13 */
const YEAR_BEFORE_MONTH = /^(\d{4})[ ./-]([\p{L}\p{M}]{3,12})[ ./-](\d{1,2})(?=$|[ ,T])/u
/** 1st, 1er and 1º, which is normalized to 1o. */
const ORDINAL = /\b(\d{1,2})(?:st|nd|rd|th|er|re|[ao](?= (?:de |di )?\p{L}{3}))\b/iu
/** 13h, 13時 and 2 p.m., without minutes. */
const WHOLE_HOUR = /(?<=[\s日,T午前後])(\d{1,2}) ?(?:(?:h|時|时|点)(?= ?$)|(?=[ap]\.?m\.?$))/iu
const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']
/** 13 III 2026 and 13.III.2026, as in Poland and Hungary. */
const ROMAN_MONTH = /^(\d{1,2})[. -]{1,2}([IVX]{1,4})[. -]{1,2}(\d{4})(?=$|[ ,T])/i
/** A word between the date and the time: "13.3.2026 klo 10.05". */
const WORD_BEFORE_TIME =
  /(?<=\d\.?),? (?:at|um|à|a las?|alle(?: ore)?|ore|às|as|klo|kl\.?|om|o godz\.?|godz\.?|o|v|в|la|saat) (?=\d{1,2}\s?[:.h])/iu
/** A weekday between the date and the time, or behind the date: "13/03/26 (Fri) 10:05". */
const WEEKDAY_BEFORE_TIME = /(?<=\d[./-] ?\d{1,2}[./-] ?\d{2,4}\.?|\p{L}[.,]? \d{4}),? ?\(?(\p{L}{2,12})\.?\)?,?(?: (?=\d)|$)/u
/** "GMT+0100 (Central European Standard Time)" */
const ZONE_IN_WORDS = /((?:GMT|UTC)[+-]\d{4}) \([\p{L} -]+\)$/u
/** "Fri Mar 13 10:05:00 CET 2026" */
const YEAR_LAST = /^(\p{L}{2,9}\.?,? \p{L}{3,9} \d{1,2}) (\d{1,2}:\d{2}:\d{2}(?: [A-Z]{1,5})?) (\d{4})$/u
