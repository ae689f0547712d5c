import { type ByteString, fromUtf8 } from './bytes.ts'

/** The alphabet of a machine's names. The file does not tell it. */
export type CodePage = 'cp1251' | 'latin1'

// CP1251 from 0x80 to 0xBF; the letters after it stand in the order of Unicode.
const CP1251 = 'ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u0098™љ›њќћџ\u00a0ЎўЈ¤Ґ¦§Ё©Є«¬\u00ad®Ї°±Ііґµ¶·ё№є»јЅѕї'

const ESCAPED = /\^([0-9A-Fa-f]{2})\^/g
const HIGH = /[\u0080-\u00ff]/
// Nearly everything: printable, and no escape.
const PLAIN = /^[ -\]_-~]*$/

/** `^2A^` is the byte 2A: so a machine writes what the file itself has another use for. */
export const unescaped = (bytes: ByteString): ByteString =>
  bytes.includes('^') ? bytes.replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : bytes

/** Whether a text needs an alphabet at all. */
export const isForeign = (bytes: ByteString): boolean => bytes.includes('^') || HIGH.test(bytes)

/** Cyrillic words consist of high bytes; in a Latin word a high byte stands among plain letters. */
export function codePageOf(sample: ByteString): CodePage {
  const bytes = unescaped(sample)
  let [amongHigh, amongPlain] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    if (bytes.charCodeAt(at) < 0xc0) continue
    for (const beside of [bytes.charCodeAt(at - 1), bytes.charCodeAt(at + 1)]) {
      if (beside >= 0xc0) amongHigh++
      else if ((beside | 0x20) >= 0x61 && (beside | 0x20) <= 0x7a) amongPlain++
    }
  }
  return amongHigh > amongPlain ? 'cp1251' : 'latin1'
}

/** A name in the letters that a person reads, without the blanks it was padded with and without control characters. */
export function decoded(told: ByteString, codePage: CodePage): string {
  if (PLAIN.test(told)) return told.trim()
  const bytes = unescaped(told)
  const text = HIGH.test(bytes) ? (fromUtf8(bytes) ?? (codePage === 'cp1251' ? fromCp1251(bytes) : bytes)) : bytes
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}

const fromCp1251 = (bytes: ByteString): string =>
  Array.from(bytes, (byte) => {
    const code = byte.charCodeAt(0)
    return code < 0x80 ? byte : code < 0xc0 ? (CP1251[code - 0x80] ?? byte) : String.fromCharCode(code - 0xc0 + 0x410)
  }).join('')
