/** The zeros of digits that dates and amounts are written with outside of Europe; each is followed by its nine others. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xe50]
/** Marks of direction and signs without width. */
const INVISIBLE = /[\u200b-\u200f\u2060\ufeff\u061c\u202a-\u202e]/g

/** A text of numbers with European digits and nothing that is not shown. */
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
