import type { Cell } from './cell.ts'

const WITH_WORD = /^(\d{1,5})\s?(?:er|本|個|入|szt|stk|stück|pcs|pz|un|uds?)\.?$/iu
const TIMES = /^(\d{1,3})\s?[x×*✕]\s?(\d{1,3})$/iu
/** Pack de 24, Karton 12. */
const IN_CASE = /^(?:pack|carton|colis|caja|caixa|karton|box|case|conf\.?|confezione|zgrzewka)\s?(?:de|da|di|of|à|zu|x|po)?\s?(\d{1,5})$/iu
/** 24 x 0,33 l: a case of 24. */
const WITH_VOLUME = /^(\d{1,3})\s?[x×*✕]\s?\d+(?:[.,]\d+)?\s?(?:ml|cl|dl|l|g|gr|kg|oz|fl oz)\.?$/iu

/** The factors in a cell such as "6x8", as their product; null for other texts. */
export function timesIn(cell: Cell | undefined): number | null {
  const [, rows, depth] = (typeof cell === 'string' ? TIMES.exec(cell.trim()) : null) ?? []
  return rows === undefined ? null : Number(rows) * Number(depth)
}

/** A number of pieces without their word or volume: "24er", "24本", "12 szt.", "24 x 0,33 l", "6x8". */
export function piecesIn(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell
  const text = cell.trim()
  return timesIn(text) ?? (WITH_WORD.exec(text) ?? WITH_VOLUME.exec(text) ?? IN_CASE.exec(text))?.[1] ?? cell
}
