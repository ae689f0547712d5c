import type { Audit } from './audits.ts'
import type { ByteString } from './bytes.ts'
import { unescaped } from './code-page.ts'
import { numberIn } from './numbers.ts'

/**
 * Whether an audit arrived unchanged, as far as can be verified. These are facts, not verdicts: half of the real files have a wrong
 * checksum and correct counters.
 */
export type Integrity = {
  /** `swapped`: correct, but low byte first. Checksums are four hex digits. */
  checksum: { state: 'right' | 'swapped' | 'wrong' | 'absent'; told: string | null; computed: string | null }
  /** Number of segments from ST to SE, inclusive. */
  segments: { told: number | null; counted: number | null }
  /** Start and end are present. */
  isWhole: boolean
}

export function integrityOf({ segments, start, end }: Audit): Integrity {
  const [st, g85, se] = ['ST', 'G85', 'SE'].map((tag) => segments.findIndex((segment) => segment.tag === tag)) as [number, number, number]
  const told = segments[g85]?.elements[1]?.trim().toUpperCase() ?? null
  const lines = st >= 0 && g85 > st ? segments.slice(st, g85).map(({ raw }) => raw) : null
  const asTold = lines && hex(crc(lines))
  // A machine that escapes bytes computes the checksum over the escapes; if a file was escaped in transit, over the original bytes.
  const asBytes = lines && stateOf(told, asTold) === 'wrong' ? hex(crc(lines.map(unescaped))) : null
  const computed = asBytes && stateOf(told, asBytes) !== 'wrong' ? asBytes : asTold
  return {
    checksum: { state: stateOf(told, computed), told, computed },
    segments: { told: countOf(segments[se]?.elements[1]), counted: st >= 0 && se > st ? se - st + 1 : null },
    isWhole: start === 'present' && end === 'present',
  }
}

function stateOf(told: string | null, computed: string | null): Integrity['checksum']['state'] {
  if (!told || !computed) return 'absent'
  const padded = told.padStart(4, '0')
  return padded === computed ? 'right' : padded === computed.slice(2) + computed.slice(0, 2) ? 'swapped' : 'wrong'
}

const hex = (value: number) => value.toString(16).toUpperCase().padStart(4, '0')

// CRC-16 with the polynomial 0xA001, computed for each byte value.
const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >> 1) ^ 0xa001 : value >> 1
  return value
})

/** Checksum over all lines, each with CR LF as the machine wrote it, whatever line ends the stored copy has. */
function crc(lines: readonly ByteString[]): number {
  let value = 0
  const take = (byte: number) => {
    value = (value >> 8) ^ (TABLE[(value ^ byte) & 0xff] ?? 0)
  }
  for (const line of lines) {
    for (let at = 0; at < line.length; at++) take(line.charCodeAt(at))
    take(13)
    take(10)
  }
  return value
}

function countOf(told: string | undefined): number | null {
  const count = numberIn(told)
  return typeof count === 'number' ? count : null
}
