import { type ByteString, byteString, fromUtf8 } from './bytes.ts'
import { codePageOf } from './code-page.ts'

/**
 * Converts a file to the text that is stored: UTF-16 and UTF-8 unchanged, and each byte of any other character set as the standard escapes
 * it (`^E9^`), so that no byte is lost and the checksum can still be verified. Zero bytes are dropped, because PostgreSQL text cannot
 * contain them.
 */
export function fileText(bytes: Uint8Array): string {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff
  const text = isLittle || isBig ? fromUtf16(bytes.subarray(2), isLittle) : fromBytes(byteString(bytes))
  return text.replace(/^\ufeff/, '').replaceAll('\0', '')
}

const fromBytes = (bytes: ByteString): string =>
  fromUtf8(bytes) ??
  // The second byte of a Japanese letter may equal the escape character.
  bytes.replace(codePageOf(bytes) === 'shift_jis' ? /[\u0081-\u009f\u00e0-\u00fc]\^|[\u0080-\u00ff]/g : /[\u0080-\u00ff]/g, (found) =>
    Array.from(found, (byte) => `^${byte.charCodeAt(0).toString(16).toUpperCase()}^`).join(''),
  )

function fromUtf16(bytes: Uint8Array, isLittle: boolean): string {
  const units: string[] = []
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const [low = 0, high = 0] = isLittle ? [bytes[at], bytes[at + 1]] : [bytes[at + 1], bytes[at]]
    units.push(String.fromCharCode(low | (high << 8)))
  }
  // An unpaired surrogate is not a character.
  return units.join('').replace(/\p{Cs}/gu, '\ufffd')
}

/** Message headers of eight bytes, each with its checksum: data, control and maintenance. */
const HEADERS = [0x81, 0x05, 0x90]
const HEADER = 8

/** Text does not contain headers by chance; two headers mean that the file is a recording of the transfer. */
const ENOUGH = 2

/** Whether a file is the raw recording of a DDCMP transfer, whose lines are interrupted by message headers. */
export function isDdcmpRecording(bytes: Uint8Array): boolean {
  let found = 0
  for (let at = 0; at + HEADER <= bytes.length && found < ENOUGH; at++)
    if (HEADERS.includes(bytes[at] ?? 0) && crcOf(bytes.subarray(at, at + 6)) === ((bytes[at + 6] ?? 0) | ((bytes[at + 7] ?? 0) << 8)))
      found++
  return found === ENOUGH
}

/** CRC-16 with the polynomial 0xA001, as in the audit itself. */
function crcOf(bytes: Uint8Array): number {
  let value = 0
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xa001 : value >>> 1
  }
  return value
}
