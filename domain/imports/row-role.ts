import type { ImportKind } from '../imports.ts'
import { type Cell, shown } from './cell.ts'
import { dateIn } from './dates.ts'
import { FIELDS } from './fields.ts'

const TOTAL_WORDS =
  /^(grand )?totals?$|^(sub)?total\b|^sum(me|a|ma)?$|^gesamt(summe)?$|^razem$|^łącznie$|^ogółem$|^итого$|^всего$|^合计$|^总计$|^合計$|^総計$|^somme$|^totale$|^totaux$|^其他$/iu

export type RowRole = 'DATA' | 'TOTAL' | 'GROUP' | 'HEADS'

/** What a row below the heads is: a total or a line that names a group is no record. */
export function roleOf(cells: readonly Cell[], kind: ImportKind, mapping: Record<string, number>, heads: readonly string[]): RowRole {
  const texts = cells.map(shown)
  const filled = texts.filter((text) => text !== '')
  if (filled.length > 1 && texts.filter((text, column) => text !== '' && text === heads[column]).length >= Math.max(2, filled.length * 0.8))
    return 'HEADS'
  const at = (field: string) => (mapping[field] === undefined ? '' : (texts[mapping[field]] ?? ''))
  const saysTotal = filled.some((text) => TOTAL_WORDS.test(text.replace(/[:：]$/, '')))
  if (kind === 'SALES') {
    const isTimed = mapping.at === undefined || at('at') !== ''
    if (
      saysTotal &&
      (!isTimed ||
        TOTAL_WORDS.test(at('at')) ||
        (mapping.at !== undefined && dateIn(cells[mapping.at], 'DAY_FIRST') === null && dateIn(cells[mapping.at], 'MONTH_FIRST') === null))
    )
      return 'TOTAL'
    if (
      !isTimed &&
      at('id') === '' &&
      (at('machine') === '' || mapping.machine === undefined) &&
      (at('amount') !== '' || at('price') !== '')
    )
      return 'TOTAL'
    if (!isTimed && filled.length === 1 && cells.length > 0 && Object.keys(mapping).length > 1) return 'GROUP'
    return 'DATA'
  }
  const required = FIELDS[kind].filter(({ required }) => required).map(({ name }) => at(name))
  if (saysTotal && required.some((text) => text === '' || TOTAL_WORDS.test(text))) return 'TOTAL'
  if (filled.length === 1 && required.length > 1 && Object.keys(mapping).length > 2 && required.slice(1).every((text) => text === ''))
    return 'GROUP'
  return 'DATA'
}
