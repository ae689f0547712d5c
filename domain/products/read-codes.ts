import { codeKey, isGtin, type ProductCode } from './gtin.ts'

/** The codes of a text, which may have several, and spaces where they are printed with spaces. */
export const codesIn = (text: string): string[] => text.split(/[,;|/\n]+/).flatMap((part) => part.replaceAll(/[\s'-]/g, '') || [])

/** A UPC-A code whose leading zeros a spreadsheet has removed, because it took the code for a number. */
export const withLostZeros = (code: string): string => {
  const whole = code.padStart(12, '0')
  return /^\d{9,11}$/.test(code) && isGtin(whole) ? whole : code
}

/** The UPC-A code that an eight-digit UPC-E code abbreviates; null if it abbreviates none. */
export function expandedUpcE(code: string): string | null {
  const parts = /^([01])(\d{5})(\d)(\d)$/.exec(code)
  if (!parts) return null
  const [, system = '', digits = '', last = '', check = ''] = parts
  const [a = '', b = '', c = '', d = '', e = ''] = digits
  const expanded =
    last <= '2'
      ? `${a}${b}${last}0000${c}${d}${e}`
      : last === '3'
        ? `${a}${b}${c}00000${d}${e}`
        : last === '4'
          ? `${a}${b}${c}${d}00000${e}`
          : `${a}${b}${c}${d}${e}0000${last}`
  const upc = `${system}${expanded}${check}`
  return isGtin(upc) ? upc : null
}

/** The product with a code that a reader has reported, and the pieces that the code counts for. */
export function productWithCode<P extends { codes?: readonly ProductCode[] | undefined }>(
  products: Iterable<P>,
  read: string,
): { product: P; pieces: number } | null {
  const text = read.trim()
  if (!/^\d{1,14}$/.test(text)) return null
  const keys = [text, expandedUpcE(text)].flatMap((code) => (code === null ? [] : [codeKey(code)]))
  const found = [...products].flatMap((product) =>
    (product.codes ?? []).flatMap(({ code, pieces }) =>
      keys.includes(codeKey(code)) ? [{ product, pieces, rank: keys.indexOf(codeKey(code)) }] : [],
    ),
  )
  const [best] = found.toSorted((a, b) => a.rank - b.rank)
  return best ? { product: best.product, pieces: best.pieces } : null
}
