import { type ByteString, fromUtf8 } from './bytes.ts'

/** The character set of a machine's names. The file does not declare it. */
type CodePage = 'windows-1250' | 'windows-1251' | 'windows-1252' | 'shift_jis'

/** Windows-1252 from 0x80 to 0x9F. Node 20 decodes it as Latin-1, which has control characters there. */
export const WESTERN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Available in browsers and Node, but missing from the types of the domain layer. */
declare const TextDecoder: new (page: Exclude<CodePage, 'windows-1252'>) => { decode(bytes: Uint8Array): string }

const ESCAPED = /\^([0-9A-Fa-f]{2})\^/g
const HIGH = /[\u0080-\u00ff]/
// Matches nearly every text: printable, without an escape.
const PLAIN = /^[ -\]_-~]*$/

/** `^2A^` is the byte 2A: the escape for characters that the file format reserves. */
export const unescaped = (bytes: ByteString): ByteString =>
  bytes.includes('^') ? bytes.replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : bytes

/** Whether the text contains anything beyond plain ASCII. */
export const isForeign = (bytes: ByteString): boolean => bytes.includes('^') || HIGH.test(bytes)

/** Detects the character set of a text from all lines that are not UTF-8. */
export function codePageOf(sample: ByteString): CodePage {
  const bytes = sample
    .split('\n')
    .map(unescaped)
    .filter((line) => HIGH.test(line) && fromUtf8(line) === null)
    .join('\n')
  return isJapanese(bytes) ? 'shift_jis' : isCyrillic(bytes) ? 'windows-1251' : isEastern(bytes) ? 'windows-1250' : 'windows-1252'
}

/**
 * Matches names of at least two full-width letters, whose first bytes are symbols in other character sets, or of half-width katakana.
 * Half-width letters share bytes with Cyrillic capitals, but those never use the lower half of the range.
 */
function isJapanese(bytes: ByteString): boolean {
  const lengthOf = (pattern: RegExp) => bytes.match(pattern)?.reduce((sum, found) => sum + found.length, 0) ?? 0
  const high = lengthOf(/[\u0080-\u00ff]/g)
  const full = lengthOf(/(?:[\u0081-\u009f][@-~\u0080-\u00fc]){2,}/g)
  const half = lengthOf(/[\u00a6-\u00df]{2,}/g)
  const isHalfJapanese = lengthOf(/[\u00a6-\u00bf]/g) > 0.2 * half
  return high > 0 && full + (isHalfJapanese ? half : 0) > 0.7 * high
}

/** Cyrillic words consist of high bytes only. In Latin words, high bytes are surrounded by ASCII letters. */
function isCyrillic(bytes: ByteString): boolean {
  let [amongHigh, amongPlain] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    if (bytes.charCodeAt(at) < 0xc0) continue
    for (const neighbour of [bytes.charCodeAt(at - 1), bytes.charCodeAt(at + 1)]) {
      if (neighbour >= 0xc0) amongHigh++
      else if ((neighbour | 0x20) >= 0x61 && (neighbour | 0x20) <= 0x7a) amongPlain++
    }
  }
  return amongHigh > amongPlain
}

/**
 * Letters that occur within a word in only one of the two character sets, with a weight; positive for Central Europe. Read as windows-1252.
 */
const LATIN_SIGNS: readonly (readonly [RegExp, number])[] = [
  // Polish Ł ł Ą ą Ż ż Ś ś Ź ź: symbols within a word, letters that French uses only before certain others, and non-letters.
  [/\p{L}[¹³¿¾¼£¥¯]|[¹³¿¾¼£¥¯]\p{L}/gu, 1],
  [/[œŸ\u008d\u008f\u009d](?=\p{L}|\b)|\p{L}Ÿ/giu, 1],
  // Czech Č before a vowel, Ě and Ů within a word, Ř before a front vowel.
  [/È(?=[AEIOUYÁÉÍÓÚÝ])|[ÌÙ](?=\p{L})|Ø(?=[EIAYÌÍ])/giu, 1],
  // Polish Ń not followed by a vowel.
  [/Ñ(?![AEIOUYÁÉÍÓÚ])/giu, 0.8],
  // Hungarian Ő and Ű.
  [/[ÕÛ](?!E)/giu, 0.4],
  // Spanish, Portuguese, French, Italian and the Nordic languages.
  [/Ñ(?=[AEIOUÁÉÍÓÚ])/giu, -2],
  [/Ã[OE]|ÕE|(?<=\d)[ªº]|(?<!\p{L})[¿¡]/giu, -1],
  [/[ÀÒÌÙ](?!\p{L})|[ÊÅÆ]|Ø(?![EIAYÌÍ])|È(?=[RMNSTLV]|\P{L}|$)|Ç/giu, -0.5],
]

const isEastern = (bytes: ByteString): boolean => {
  const west = from(bytes, 'windows-1252')
  return LATIN_SIGNS.reduce((sum, [sign, weight]) => sum + weight * (west.match(sign)?.length ?? 0), 0) > 0
}

/** Decodes a name and removes padding and control characters. */
export function decoded(value: ByteString, codePage: CodePage): string {
  if (PLAIN.test(value)) return value.trim()
  const bytes = unescaped(value)
  const text = HIGH.test(bytes) ? (fromUtf8(bytes) ?? from(bytes, codePage)) : bytes
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}

const from = (bytes: ByteString, page: CodePage): string =>
  page === 'windows-1252'
    ? bytes.replace(/[\u0080-\u009f]/g, (byte) => WESTERN[byte.charCodeAt(0) - 0x80] ?? byte)
    : new TextDecoder(page).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
