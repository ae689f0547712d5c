/** The zeros of scripts for dates and amounts outside of Europe; the other nine digits follow each. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xe50]
/** Direction marks and zero-width characters. */
const INVISIBLE = /[\u200b-\u200f\u2060\ufeff\u061c\u202a-\u202e]/g

/** Replaces digits by European ones and removes invisible characters. */
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
