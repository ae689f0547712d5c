/**
 * Text from people as one line that may be printed: composed letters, plain spaces, nothing that steers a printer or a reader.
 * A space that must not break stays one, always as U+00A0.
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
 * The text in letters that `has` knows, so that nothing is left out in silence: a letter that is missing becomes what it is compatible
 * with (① 1), else itself without its marks (ḥ h), else a mark that shows the gap.
 */
export function spelled(text: string, has: (codePoint: number) => boolean): string {
  const known = (letters: string) => letters !== '' && [...letters].every((letter) => has(letter.codePointAt(0) ?? 0))
  return Array.from(text, (letter) => {
    if (known(letter)) return letter
    const unmarked = letter.normalize('NFKD').replace(/\p{M}/gu, '')
    return [letter.normalize('NFKC'), unmarked, '〓', '\ufffd'].find(known) ?? '?'
  }).join('')
}
