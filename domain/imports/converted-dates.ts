import { type Cell, shown } from './cell.ts'

const DAY = 86_400_000

/**
 * Dates that a spreadsheet has recognised in a column, beside others that are still text. A program that expects the day first turns 07/03/2026
 * of an American file into 7 March and leaves 07/13/2026 as text.
 */
export type ConvertedFacts = {
  dates: number
  /** Dates after the 12th, which cannot have been converted in the wrong order. */
  late: number
  /** The first date whose day and month differ. */
  example: Cell
  least: number
  most: number
  leastSwapped: number
  mostSwapped: number
}

export const noConverted = (): ConvertedFacts => ({
  dates: 0,
  late: 0,
  example: null,
  least: Infinity,
  most: -Infinity,
  leastSwapped: Infinity,
  mostSwapped: -Infinity,
})

/** Whether a cell is a date of a spreadsheet, not a text. */
export const isOfSpreadsheet = (cell: Cell | undefined): boolean => cell instanceof Date || typeof cell === 'number'

/** A date with its day and month exchanged; null if the day is no month. */
export function swapped(wall: number): number | null {
  const date = new Date(wall)
  const day = date.getUTCDate()
  return day > 12 ? null : Date.UTC(date.getUTCFullYear(), day - 1, date.getUTCMonth() + 1) + (((wall % DAY) + DAY) % DAY)
}

export function seeConverted(facts: ConvertedFacts, cell: Cell, wall: number): void {
  if (!isOfSpreadsheet(cell)) return
  facts.dates++
  const other = swapped(wall)
  if (other === null) return void facts.late++
  if (other !== wall && shown(facts.example) === '') facts.example = cell
  facts.least = Math.min(facts.least, wall)
  facts.most = Math.max(facts.most, wall)
  facts.leastSwapped = Math.min(facts.leastSwapped, other)
  facts.mostSwapped = Math.max(facts.mostSwapped, other)
}

/**
 * Whether the dates of a spreadsheet have day and month exchanged: all texts are dates that it could not convert, no date is after the 12th, and
 * exchanged they are closer to those of the texts.
 */
export function areSwapped(
  { dates, late, example, least, most, leastSwapped, mostSwapped }: ConvertedFacts,
  texts: { least: number; most: number; areUnclear: boolean },
): boolean {
  if (dates === 0 || late > 0 || example === null || texts.areUnclear || !Number.isFinite(texts.most)) return false
  const length = (from: number, until: number) => Math.max(until, texts.most) - Math.min(from, texts.least)
  return length(leastSwapped, mostSwapped) < length(least, most)
}
