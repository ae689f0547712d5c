import type { ImportKind } from '../imports.ts'
import { cached } from './cached.ts'
import { type Cell, shown } from './cell.ts'
import { isDate } from './dates.ts'
import { dayAbove, isBelowDay } from './day-lines.ts'
import { FIELDS } from './fields.ts'
import { numberIn } from './numbers.ts'

/** Totals of a whole table in further languages. */
const FURTHER_TOTALS =
  'γενικό σύνολο|σύνολο|mindösszesen|összesen|yhteensä|i alt|totalt|합계|총계|총합계|รวม|รวมทั้งหมด|tổng|tổng cộng|jumlah|ukupno|sveukupno|skupaj|kopā|iš viso|kokku|разом|всього|усього|общо|вкупно|celkem|spolu|suma końcowa|suma ogółem|łączna (?:kwota|suma|wartość)|totaux généraux|total général|total geral|total general|gesamtbetrag|endsumme|totali'
const TOTAL_WORDS =
  /^(grand )?totals?$|^(sub)?total\b|^sum(me|a|ma)?$|^gesamt(summe)?$|^razem$|^łącznie$|^ogółem$|^итого$|^всего$|^合计$|^总计$|^合計$|^総計$|^somme$|^totale$|^totaux$|^其他$/iu
/** Subtotals, and totals carried to the next page; a date or a name may follow. */
const PART_WORDS =
  /^(tages|zwischen|monats|wochen|end|teil)summe(?!\p{L})|^übertrag(?!\p{L})|^(day|daily|weekly|monthly) total|^(carried|brought) forward|^sous-total|^sub-total|^subtotale|^subtotaal|^riporto$|^à reporter$|^report à nouveau|^suma y sigue|^suma (częściowa|dnia|dzienna)|^(do|z) przeniesienia|^razem dzień|^mezisoučet|^celkem$|^(?:summe|gesamt|razem|suma|celkem|итого|всего|разом|всього|усього|totale|totaal|toplam|összesen|yhteensä) (?=\S)|^mellansumma|^ara toplam|^genel toplam|^toplam$|^промежуточный итог|^итог(?!\p{L})|^小計|^日計|^月計|^小计|^المجموع|^الإجمالي|(?<=.\s)(?:(?:grand |sub-?)?totals?|total general|summe|gesamtsumme|razem|suma|totale|totaal|toplam|celkem|итого|всего|合計|小計|合计|小计)$/iu
const FURTHER_TOTAL = new RegExp(`^(?:${FURTHER_TOTALS})$`, 'iu')
/** Most cells of most rows are dates and amounts. No word has digits, so that numbered texts such as ids share what is cached. */
const isTotal = (text: string): boolean => !/^\d/.test(text) && namesTotal(text.replaceAll(/\d+/g, '0'))
const namesTotal = cached((text) => {
  const plain = text.replace(/[:：]$/, '')
  return TOTAL_WORDS.test(plain) || PART_WORDS.test(plain) || FURTHER_TOTAL.test(plain)
})
/** Words for a total in a machine or product column. */
const WHOLE_TOTAL =
  /^(grand |sub|sub-|day |daily )?totals?$|^sum(me|a)$|^(gesamt|zwischen|tages)summe$|^razem$|^итого$|^合计$|^合計$|^小計$|^小计$|^totale$|^subtotale$|^sous-total$|^toplam$/iu

const isWholeTotal = (text: string) => WHOLE_TOTAL.test(text) || FURTHER_TOTAL.test(text.replace(/[:：]$/, ''))

/** Whether a cell consists of a word for a total. */
export const isTotalWord = (cell: Cell | undefined): boolean => typeof cell === 'string' && isTotal(cell.trim())

/** Columns in which a word for a total does not make the row one. */
export function remarkColumns(mapping: Readonly<Record<string, number>>, heads: readonly string[]): number[] {
  const read = new Set(Object.entries(mapping).flatMap(([field, at]) => (field === 'type' || field === 'status' ? [] : [at])))
  return heads.flatMap((_, column) => (read.has(column) ? [] : [column]))
}

/** `DAY`: the date of the rows below. `OTHER_HEADS`: headings of other columns, or of the same ones in another order. `UNITS`: of the columns. */
type RowRole = 'DATA' | 'DAY' | 'TOTAL' | 'GROUP' | 'HEADS' | 'OTHER_HEADS' | 'UNITS'

/** Whether a row without numbers consists of headings, some of which are those of the table. */
function isOtherHeads(texts: readonly string[], heads: readonly string[]): boolean {
  const filled = texts.filter((text) => text !== '')
  if (filled.length < 2 || filled.some((text) => /\d/.test(text))) return false
  const common = filled.filter((text) => heads.includes(text)).length
  return common >= 2 && common * 2 >= filled.length
}

const isNumeric = (text = '') => text === '' || /\d/.test(text)

/** Whether a row has a label in place of a date and otherwise only figures, such as `Number of sales,3` or `Cash,2,3.50`. */
function isFooter(cells: readonly Cell[], texts: readonly string[], mapping: Record<string, number>): boolean {
  if (Object.keys(mapping).length < 4 || mapping.at === undefined || isDate(cells[mapping.at])) return false
  const filled = texts.filter((text) => text !== '')
  const label = filled[0] ?? ''
  const time = texts[mapping.at] ?? ''
  if (filled.length < 2 || filled.length > Math.max(2, texts.length / 2) || (time !== '' && time !== label)) return false
  if (!isLabel(label) || filled.slice(1).some(isLabel)) return false
  // In place of a machine or product, or where a date above may apply, a name without a colon may belong to an incomplete sale.
  const isName = time === '' && [mapping.machine, mapping.product].some((column) => texts[column ?? -1] === label)
  return /[:：]$/.test(label) || !(isName || isBelowDay(cells, mapping))
}

const isLabel = (text: string) => /\p{L}/u.test(text) && !/\d/.test(text)

/** A line below the headings with their units or formats, such as `(dd/mm/yyyy),(EUR)`. A negative amount in brackets has digits. */
function isUnits(texts: readonly string[]): boolean {
  const filled = texts.filter((text) => text !== '')
  return filled.length > 1 && filled.every((text) => /^(?:\(\D*\)|\[\D*\])$/.test(text))
}

const FIGURES = ['amount', 'price', 'cost', 'quantity', 'maximum']

/** Whether the only cell of a row contains the values of all columns, divided by another mark than those of the other rows. */
export function hasOtherSeparator(cells: readonly Cell[], mapping: Record<string, number>, heads: readonly string[]): boolean {
  const texts = cells.map(shown).filter((text) => text !== '')
  const columns = heads.filter(Boolean).length || Object.keys(mapping).length
  if (texts.length !== 1 || columns < 3) return false
  return [';', ',', '\t', '|'].some((sign) => {
    const parts = (texts[0] ?? '').split(sign).map((part) => part.replace(/^[\s"]+|[\s"]+$/g, ''))
    return parts.length >= columns && parts.some((part) => /^\d[\d.,:/\s-]*$/.test(part)) && fits(parts, mapping)
  })
}

/** Whether texts are in the columns of their kind: an address such as “Hall, 70173, Stuttgart” is no sale with commas. */
function fits(parts: readonly string[], mapping: Readonly<Record<string, number>>): boolean {
  if (mapping.at !== undefined) return isDate(parts[mapping.at])
  const figures = FIGURES.flatMap((field) => mapping[field] ?? [])
  return figures.every((column) => numberIn(parts[column] ?? null) !== null)
}

/** A cell of a line that only divides rows. */
const RULED = /^[-:=_+|*~.─━═]*$/

/** The role of a row below the header: totals and group lines are not records. */
export function roleOf(cells: readonly Cell[], kind: ImportKind, mapping: Record<string, number>, heads: readonly string[]): RowRole {
  const texts = cells.map(shown)
  let filled = 0
  let repeated = 0
  let hasTotal = false
  for (let column = 0; column < texts.length; column++) {
    const text = texts[column] ?? ''
    if (text === '') continue
    filled++
    if (text === heads[column]) repeated++
    hasTotal ||= isTotal(text)
  }
  if (filled > 0 && texts.every((text) => RULED.test(text))) return 'GROUP'
  if (filled > 1 && repeated >= Math.max(2, filled * 0.8)) return 'HEADS'
  if (isUnits(texts)) return 'UNITS'
  if ((repeated > 0 || kind !== 'SALES') && isOtherHeads(texts, heads)) return 'OTHER_HEADS'
  if (kind === 'SALES' && repeated === 0 && !isNumeric(texts[mapping.amount ?? mapping.price ?? -1]) && isOtherHeads(texts, heads))
    return 'OTHER_HEADS'
  if (kind === 'SALES' && filled < 3 && Object.keys(mapping).length > 2 && dayAbove(cells) !== null) return 'DAY'
  const isTimed = mapping.at === undefined || (texts[mapping.at] ?? '') !== ''
  // A remark below or between the rows.
  const isRemark = filled === 1 && isTimed && mapping.at !== undefined && Object.keys(mapping).length > 2 && !isDate(cells[mapping.at])
  if (kind === 'SALES' && isRemark && !hasTotal) return 'GROUP'
  if (kind === 'SALES' && !hasTotal && isFooter(cells, texts, mapping)) return 'TOTAL'
  if (kind === 'SALES' && isTimed && !hasTotal) return 'DATA'
  const at = (field: string) => (mapping[field] === undefined ? '' : (texts[mapping[field]] ?? ''))
  if (kind === 'SALES') {
    if (
      hasTotal &&
      (!isTimed ||
        isTotal(at('at')) ||
        ['machine', 'product', 'slot'].some((field) => isWholeTotal(at(field))) ||
        (mapping.at !== undefined && !isDate(cells[mapping.at])))
    )
      return 'TOTAL'
    if (
      !isTimed &&
      at('id') === '' &&
      !(mapping.time !== undefined && isBelowDay(cells, mapping)) &&
      (at('machine') === '' || mapping.machine === undefined) &&
      (at('amount') !== '' || at('price') !== '')
    )
      return 'TOTAL'
    if (!isTimed && filled === 1 && cells.length > 0 && Object.keys(mapping).length > 1) return 'GROUP'
    return 'DATA'
  }
  const required = FIELDS[kind].filter(({ required }) => required).map(({ name }) => at(name))
  if (hasTotal && required.some((text) => text === '' || isTotal(text))) return 'TOTAL'
  if (filled === 1 && required.length > 1 && Object.keys(mapping).length > 2 && required.slice(1).every((text) => text === ''))
    return 'GROUP'
  return 'DATA'
}
