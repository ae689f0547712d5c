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

/** Maps columns to fields by headers only; each column once. A header preferred by one field is not available to another. */
export function mappingBy(fields: readonly Field[], heads: readonly string[]): Record<string, number> {
  const plain = heads.map(plainHead)
  // MwSt and USt are no two words, in spite of their capital letters.
  const squeezed = plain.map((head) => head.replaceAll(' ', ''))
  const untaxed = plain.map(withoutTax)
  const taken = new Set<number>()
  const mapping: Record<string, number> = {}
  for (const field of fields) {
    const column = headsOf(field)
      .flatMap((head) => [
        plain.findIndex((one, index) => (one === head || squeezed[index] === head) && !taken.has(index)),
        untaxed.findIndex((one, index) => one === head && !taken.has(index)),
      ])
      .find((at) => at >= 0)
    if (column === undefined) continue
    taken.add(column)
    mapping[field.name] = column
  }
  return mapping
}
