/**
 * Converts user text to one printable line: composed letters, plain spaces, no control characters. A non-breaking space is kept, always as
 * U+00A0.
 */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]/g, ' ')
    .replace(/[\u2007\u202f]/g, '\u00a0')
    .replace(/\p{Cc}|\p{Cf}|\p{Cs}|\p{Variation_Selector}|\ufffe|\uffff/gu, '')
    .replace(/(?![\u00a0\u3000])\p{Zs}+/gu, ' ')
    .trim()
}

/**
 * Rewrites text in letters that `has` accepts, without dropping any: a missing letter becomes its compatible form (① 1), else its base
 * letter (ḥ h), else a visible mark.
 */
export function spelled(text: string, has: (codePoint: number) => boolean): string {
  const known = (letters: string) => letters !== '' && [...letters].every((letter) => has(letter.codePointAt(0) ?? 0))
  return Array.from(text, (letter) => {
    if (known(letter)) return letter
    const unmarked = letter.normalize('NFKD').replace(/\p{M}/gu, '')
    return [letter.normalize('NFKC'), unmarked, '〓', '\ufffd'].find(known) ?? '?'
  }).join('')
}
