import { parseWhole, plainly } from './archive.js'
import { currencyOf, LONGEST_FORMAT } from './format-currency.js'
import { wallOfDays } from './moments.js'
import { Unreadable } from './unreadable.js'

const MOST_STYLES = 20_000

const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57])
/**
 * Whether a number format shows a date: letters for days, months, years or hours outside of quotes, brackets and escapes. *Standard* is the
 * German *General*, which some programs write.
 */
const showsDate = (code) =>
  /[dmyhs]/i.test(code.slice(0, LONGEST_FORMAT).replace(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, '')) &&
  !/general|standard/i.test(code.slice(0, LONGEST_FORMAT))

/** Zeros that fill a number to a fixed length, such as that of a postal code or a machine. */
const ZEROS = /^0{2,12}(?:\\?-0{2,6})?$/
/** A whole number as its format of zeros shows it; null if it is another number. */
function filledBy(format, value) {
  if (!Number.isInteger(value) || value < 0) return null
  const zeros = format.replaceAll('\\', '')
  const digits = String(value).padStart(zeros.replace('-', '').length, '0')
  const end = zeros.includes('-') ? zeros.length - 1 - zeros.indexOf('-') : 0
  return end === 0 ? digits : `${digits.slice(0, -end)}-${digits.slice(-end)}`
}

/** What a number format shows: true for a date, the code itself for a fixed length, `{ currency }`, or false for a plain number. */
export function formatOf(code) {
  if (ZEROS.test(code)) return code
  if (code.length >= 1_000) return false
  if (showsDate(code)) return true
  const currency = currencyOf(code)
  return currency !== null && { currency }
}

/** What a number format shows that a workbook does not define, by its number. */
export const standardFormat = (id) => DATE_FORMATS.has(id)

/** A number as its format shows it: a moment, a text of a fixed length, or the number itself. */
export function shownAs(value, format, from1904) {
  if (typeof format === 'string') return filledBy(format, value) ?? value
  return format === true && value > 0 && value < 3_000_000 ? momentOf(value, from1904) : value
}

/** The local time of an Excel serial as if it were UTC. */
const momentOf = (serial, from1904) =>
  new Date(wallOfDays(serial) + ((from1904 ? 1_462 : 0) - (serial < 60 && !from1904 ? 25_568 : 25_569)) * 86_400_000)

/** The formats of the cell styles, by their number. */
export async function stylesOf(zip, entry, limits) {
  const formats = new Map()
  const styles = []
  let isInside = false
  await parseWhole(zip, entry, limits, {
    open: (name, attributes) => {
      if (name === 'cellXfs') isInside = true
      else if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = plainly(attributes)
        formats.set(Number(numFmtId), formatOf(formatCode))
      } else if (name === 'xf' && isInside) {
        const id = Number(plainly(attributes).numFmtId ?? 0)
        styles.push(formats.get(id) ?? standardFormat(id))
      }
      if (styles.length > MOST_STYLES || formats.size > MOST_STYLES) throw new Unreadable('TOO_LARGE_INSIDE')
    },
    close: (name) => {
      if (name === 'cellXfs') isInside = false
    },
  })
  return styles
}
