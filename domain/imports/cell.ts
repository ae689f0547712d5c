import { withoutDirection } from '../text-direction.ts'
import { cached } from './cached.ts'

/** Joins the lines of a text, because a cell may contain several. */
export const oneLine = (text: string): string => text.replaceAll(/\s*[\t\n\r\u2028\u2029]+\s*/g, ' ')

/** The content of a cell. A date is wall clock time represented as if it were UTC. */
export type Cell = string | number | Date | null

/** A cell as text. */
export const shown = (cell: Cell | undefined): string => (cell instanceof Date ? wallText(cell) : String(cell ?? '')).trim()

/** 2026-03-01 12:30:15 */
const wallText = (date: Date): string => (Number.isFinite(date.getTime()) ? date.toISOString().slice(0, 19).replace('T', ' ') : '')

/** Normalizes a name for comparison: case, width, blanks and direction marks are ignored. */
export const nameKey: (name: string) => string = cached((name) =>
  withoutDirection(name).normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase(),
)

/** A name's key in which Turkish İ and ı are the i of other languages. */
export const foldedKey = (name: string): string => nameKey(name).replaceAll('i\u0307', 'i').replaceAll('ı', 'i')

/** A row with its number in the file, from 1. */
export type FileRow = { number: number; cells: readonly Cell[] }

/** The zeros of scripts for dates and amounts outside of Europe; the other nine digits follow each. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xe50]
/** Direction marks and zero-width characters. */
const INVISIBLE = /[\u200b-\u200f\u2060\ufeff\u061c\u202a-\u202e]/g

/** Replaces digits by European ones and removes invisible characters. */
export function plainDigits(text: string): string {
  // Most cells are ASCII.
  if (/^[\0-\x7f]*$/.test(text)) return text
  return text
    .normalize('NFKC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0
      const zero = ZEROS.find((zero) => code >= zero && code < zero + 10)
      return zero === undefined ? digit : String(code - zero)
    })
    .replaceAll('٫', '.')
    .replaceAll('٬', '')
    .replaceAll('،', ',')
}
