/** One product of a text that lists several: its name, selection and price. */
type NamedProduct = { product: string; slot: string; price: number | null }

const ONE = /^(.*?)\s*\((\d{1,6})(?:\s*,\s*(\d{1,6}))?\s*(?:=\s*|\s+)(-?\d{1,6}(?:[.,]\d{1,4})?)\s*\)$/u

/** Longer than one product with its selection and price. */
const MAX_LINE_LENGTH = 300

/** "2x Cola, 1x Water": products with their numbers, which have a mark before each number but the first. */
const COUNTED = /^(\d{1,2})\s?[x×*]\s(.+)$/iu
const BETWEEN = /\s*[,;+/\r\n]\s*(?=\d{1,2}\s?[x×*]\s)/iu
/** More pieces than this are no single payment at a machine. */
const MAX_PIECES = 99

/** The pieces in a cell such as "2x Cola, 1x Water", without their prices; null for other texts. */
export function basketIn(text: string): NamedProduct[] | null {
  if (!/^\d{1,2}\s?[x×*]\s/iu.test(text) || text.length > MAX_LINE_LENGTH) return null
  const found: NamedProduct[] = []
  for (const part of text.split(BETWEEN)) {
    const one = COUNTED.exec(part.trim())
    const count = Number(one?.[1] ?? 0)
    if (!one || count < 1 || found.length + count > MAX_PIECES) return null
    for (let piece = 0; piece < count; piece++) found.push({ product: (one[2] ?? '').trim(), slot: '', price: null })
  }
  return found
}

/** The products in a cell such as "Cola, Water", if there are several and each is known; null for other texts. */
export function listIn(text: string, isProduct: (name: string) => boolean): NamedProduct[] | null {
  if (text.length > MAX_LINE_LENGTH || !/[,;+&\n]|\s\/\s/.test(text)) return null
  const names = text.split(/\s*[,;+&\r\n]\s*|\s\/\s/).filter((name) => name !== '')
  return names.length > 1 && names.every(isProduct) ? names.map((product) => ({ product, slot: '', price: null })) : null
}

const BEHIND_SLOT = /^([A-Z]{0,2}-?\d{1,3})(?:\s*[:/|)–-]\s*|\s+)(\S.*)$/su

/** The slot at the front of a cell such as "A5 Cola", and the rest of the cell; null for other texts. */
export function behindSlot(text: string): NamedProduct | null {
  const [, slot, product] = (text.length > MAX_LINE_LENGTH ? null : BEHIND_SLOT.exec(text)) ?? []
  return slot === undefined || product === undefined ? null : { product: product.trim(), slot, price: null }
}

/** The products in a cell such as "Cola(12  1.50)" or "Cola(2, 12 = 1.50)", one per line; null for other texts. */
export function productsIn(text: string): NamedProduct[] | null {
  if (!text.includes('(') || text.length > 4_000) return null
  const found: NamedProduct[] = []
  for (const line of text.split(/[\r\n]+/)) {
    const plain = line.trim()
    if (plain === '') continue
    const one = plain.length > MAX_LINE_LENGTH ? null : ONE.exec(plain)
    if (!one) return null
    // Of a selection in two codings, the second is the one on the machine's keys.
    found.push({ product: (one[1] ?? '').trim(), slot: one[3] ?? one[2] ?? '', price: Number((one[4] ?? '').replace(',', '.')) })
  }
  return found.length > 0 ? found : null
}
