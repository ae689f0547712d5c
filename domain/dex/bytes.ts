/** A string in which every character is one byte, so that checksums can be computed before the character set is detected. */
export type ByteString = string

const CHUNK = 8_192
const REPLACEMENT = 0xfffd

// Smallest code point for each number of continuation bytes; smaller ones have a shorter encoding.
const LEAST = [0, 0x80, 0x800, 0x10000]

/** Returns a file as bytes. Text that is already decoded is encoded as UTF-8 again, so that both take one path. */
export function byteString(input: Uint8Array | string): ByteString {
  if (typeof input === 'string') return /[\u0080-\uffff]/.test(input) ? byteString(utf8(input)) : input
  const chunks: string[] = []
  for (let at = 0; at < input.length; at += CHUNK) chunks.push(charsOf(input.subarray(at, at + CHUNK)))
  return chunks.join('')
}

// Spreading the bytes takes six times as long. The types here lack array-likes, but the language accepts them.
const charsOf = (bytes: Uint8Array): string => String.fromCharCode.apply(null, bytes as unknown as number[])

// The domain layer has no TextEncoder.
function utf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const codePoint = text.codePointAt(at) ?? 0
    if (codePoint > 0xffff) at++
    const point = codePoint >= 0xd800 && codePoint <= 0xdfff ? REPLACEMENT : codePoint
    if (point < 0x80) bytes[length++] = point
    else {
      const rest = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3
      bytes[length++] = ((0xff00 >> (rest + 1)) & 0xff) | (point >> (6 * rest))
      for (let left = rest - 1; left >= 0; left--) bytes[length++] = 0x80 | ((point >> (6 * left)) & 0x3f)
    }
  }
  return bytes.subarray(0, length)
}

/** Decodes UTF-8; null if the bytes are not valid UTF-8. */
export function fromUtf8(bytes: ByteString): string | null {
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const first = bytes.charCodeAt(at++)
    const rest =
      first < 0x80 ? 0 : first >= 0xc2 && first < 0xe0 ? 1 : first >= 0xe0 && first < 0xf0 ? 2 : first >= 0xf0 && first < 0xf5 ? 3 : -1
    if (rest < 0) return null
    let point = rest === 0 ? first : first & (0x3f >> rest)
    for (let left = rest; left > 0; left--) {
      const next = bytes.charCodeAt(at++)
      if ((next & 0xc0) !== 0x80) return null
      point = (point << 6) | (next & 0x3f)
    }
    const isSurrogate = point >= 0xd800 && point <= 0xdfff
    if (isSurrogate || point > 0x10ffff || point < (LEAST[rest] ?? 0)) return null
    text += String.fromCodePoint(point)
  }
  return text
}
