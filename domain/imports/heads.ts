import { cached } from './cached.ts'
import { withoutTax } from './tax-words.ts'

/** A possible field of a column, and its headers in common systems and our customers' languages. The preferred header comes first. */
export type Field = { name: string; required: boolean; kind: 'text' | 'number' | 'degrees' | 'moment'; heads: readonly string[] }

/** Zero-width characters, which some systems write before and within headers. */
const WITHOUT_WIDTH = /[\u200b-\u200d\u2060\ufeff]/g
/** A list of codes that some systems add to a header: "Status:0-open;1-paid". */
const CODES = /\s*[:：,，]\s*\d.*$/su

/** Patterns with lookahead take quadratic time, and a cell of a hostile file can have 32,767 letters. */
const MAX_HEADER_LENGTH = 300

/** Normalizes a header for comparison: no accents, symbols or camel case, and nothing in brackets, such as a currency. */
export const plainHead: (head: string) => string = cached((whole) => {
  const head = whole.slice(0, MAX_HEADER_LENGTH)
  const plain = head
    .normalize('NFKC')
    .replaceAll(WITHOUT_WIDTH, '')
    .replace(CODES, '')
    .replaceAll(/[([].*?[)\]]/gs, ' ')
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'l')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll(/[^\p{L}\p{N}#№%]+/gu, ' ')
    .trim()
  return plain === ''
    ? head
        .normalize('NFKC')
        .replaceAll(WITHOUT_WIDTH, '')
        .replaceAll(/[^\p{L}\p{N} ]+/gu, ' ')
        .trim()
        .toLowerCase()
    : plain
})

/** The normalized headers of each field, computed once. */
const plainHeads = new WeakMap<Field, readonly string[]>()
const headsOf = (field: Field): readonly string[] => {
  const known = plainHeads.get(field)
  if (known) return known
  const heads = [...new Set([field.name, ...field.heads].map(plainHead))]
  plainHeads.set(field, heads)
  return heads
}

/** Marks between the languages of a header: "Artikel / Product". In Spanish, "s/IVA" is one word. */
const BETWEEN = /(?<!(?<!\p{L})[sc])\/|[|\r\n]| [-–—] /iu

/** The fields that each part of a header may name; none if the header has one part. */
function fieldsOfParts(fields: readonly Field[], head: string): Field[][] {
  const parts = head.slice(0, MAX_HEADER_LENGTH).split(BETWEEN).map(plainHead).filter(Boolean)
  return parts.length < 2 ? [] : parts.map((part) => fields.filter((field) => headsOf(field).includes(part)))
}

/** Whether one field fits all parts that are known. */
const fitsParts = (field: Field, parts: readonly Field[][]) => {
  const known = parts.filter((named) => named.length > 0)
  return known.length > 0 && known.every((named) => named.includes(field))
}

/** Headers of several parts that name different fields, or of which only some are known: "Name / Address". */
export const unclearHeads = (fields: readonly Field[], heads: readonly string[]): string[] =>
  heads.filter((head) => {
    const [plain, parts] = [plainHead(head), fieldsOfParts(fields, head)]
    if (parts.every((named) => named.length === 0) || fields.some((field) => headsOf(field).includes(plain))) return false
    return parts.some((named) => named.length === 0) || !fields.some((field) => fitsParts(field, parts))
  })

/** Fields of what a product costs, which a deposit is not part of. */
const PRICES = new Set(['price', 'cost'])
/** A header that names a deposit beside a price: "Preis (Pfand)". */
const DEPOSIT = /[([/|]\s*(?:pfand|deposit|kaucja|consigne|dep[oó]sito|cauzione|vuoto|デポジット|保証金)(?!\p{L})/iu
const isDeposit = (field: Field, head = '') => PRICES.has(field.name) && DEPOSIT.test(head)

/** Maps columns to fields by headers only; each column once. A header preferred by one field is not available to another. */
export function mappingBy(fields: readonly Field[], heads: readonly string[]): Record<string, number> {
  const plain = heads.map(plainHead)
  // MwSt and USt are no two words, in spite of their capital letters.
  const squeezed = plain.map((head) => head.replaceAll(' ', ''))
  const untaxed = plain.map(withoutTax)
  const taken = new Set<number>()
  const mapping: Record<string, number> = {}
  const take = (field: Field, column: number | undefined) => {
    if (column === undefined || column < 0) return
    taken.add(column)
    mapping[field.name] = column
  }
  for (const field of fields) {
    const isFree = (index: number) => !taken.has(index) && !isDeposit(field, heads[index])
    const column = headsOf(field)
      .flatMap((head) => [
        plain.findIndex((one, index) => (one === head || squeezed[index] === head) && isFree(index)),
        untaxed.findIndex((one, index) => one === head && isFree(index)),
      ])
      .find((at) => at >= 0)
    take(field, column)
  }
  const inParts = heads.map((head, index) => (taken.has(index) ? [] : fieldsOfParts(fields, head)))
  for (const field of fields)
    if (mapping[field.name] === undefined)
      take(
        field,
        inParts.findIndex((parts, index) => !taken.has(index) && fitsParts(field, parts) && !isDeposit(field, heads[index])),
      )
  return mapping
}
