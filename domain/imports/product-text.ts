/** One product of a text in Nayax format: its name, selection and price. */
type NamedProduct = { product: string; slot: string; price: number | null }

const ONE = /^(.*?)\s*\((\d{1,6})(?:\s*,\s*(\d{1,6}))?\s*(?:=\s*|\s+)(-?\d{1,6}(?:[.,]\d{1,4})?)\s*\)$/u

/** Longer than one product with its selection and price. */
const MAX_LINE_LENGTH = 300

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
