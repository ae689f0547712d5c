import type { ByteString } from './bytes.ts'
import type { Warn } from './warnings.ts'

/** One line of an audit: its tag ("PA1"), its elements by position from 1 on (0 is the tag), and the raw line. */
export type Segment = { tag: string; line: number; raw: ByteString; elements: readonly ByteString[] }

/** About twenty-five of the longest audits. */
const MAX_LINES = 10_000

/** More elements than any block has; the rest is dropped. */
const MAX_ELEMENTS = 32

const TAG = /^ *([A-Z]{2,3}\d{0,2}|G85)(?:-\d{1,4})? *$/i
const MAX_TAG_LENGTH = 12
const STAR = 0x2a
const isControl = (code: number) => code < 0x20 && code !== 0x09
// A byte order mark, or cable noise before the first letter.
const NOISE = /^[^ -~]+/
// The time or the number of a line, and its quotes, as written by tools that record a read-out.
const PREFIX = /^\s*["']?(?:\d{1,6}[:.)\t ]+|\[?\d{1,4}[-/.:][\d:./T-]{2,24}(?: [\d:.]{5,12})?\]?[:\s-]+)?["']?(?=[A-Z])/i
const QUOTE_AT_END = /["']\s*$/

/**
 * Yields the segments of a file in order, so that a long file is never in memory as a whole. Lines end with CR LF, LF or CR; blank lines
 * are skipped.
 */
export function* segmentsOf(bytes: ByteString, warn: Warn): Generator<Segment> {
  const tags = new Map<string, string | null>()
  const end = bytes.includes('\n') ? '\n' : '\r'
  let lines = 0
  for (let from = 0, line = 1; from < bytes.length; line++) {
    const next = bytes.indexOf(end, from)
    const to = next < 0 ? bytes.length : next
    let last = to
    // A carriage return, a second one, and the end of a transfer block.
    while (last > from && isControl(bytes.charCodeAt(last - 1))) last--
    const raw = bytes.slice(from, last)
    from = to + 1
    if (raw === '') continue
    if (lines++ >= MAX_LINES) return warn('TOO_MANY', line)
    const segment = segmentIn(raw, line, tags)
    if (segment?.tag === 'DXE') yield* joined(segment, tags)
    else if (segment) yield segment
    else if (raw.trim() !== '') warn('NOT_A_SEGMENT', line)
  }
}

function segmentIn(line: ByteString, number: number, tags: Map<string, string | null>): Segment | null {
  const elements = elementsOf(line)
  const tag = tagOf(elements[0] ?? '', tags)
  if (tag) return { tag, line: number, raw: line, elements }
  const clean = line.replace(NOISE, '')
  if (clean !== line) return segmentIn(clean, number, tags)
  const bare = line.replace(PREFIX, '')
  if (bare === line) return null
  return segmentIn(/^\s*["']/.test(line) ? bare.replace(QUOTE_AT_END, '') : bare, number, tags)
}

/** Splitting by hand takes half as long as `split`, which would dominate the time to read an audit. */
function elementsOf(line: ByteString): ByteString[] {
  const elements: ByteString[] = []
  let from = 0
  for (let at = 0; at < line.length && elements.length < MAX_ELEMENTS; at++) {
    if (line.charCodeAt(at) !== STAR) continue
    elements.push(line.slice(from, at))
    from = at + 1
  }
  if (elements.length < MAX_ELEMENTS) elements.push(line.slice(from))
  return elements
}

/** Splits audits that were concatenated without a line end between them. */
function* joined({ raw, line }: Segment, tags: Map<string, string | null>): Generator<Segment> {
  for (const part of raw.split(/(?=DXS\*)/, MAX_ELEMENTS)) {
    const segment = segmentIn(part, line, tags)
    if (segment) yield segment
  }
}

/** There are few tags and many lines, so each tag is checked once. */
function tagOf(head: ByteString, tags: Map<string, string | null>): string | null {
  if (head.length > MAX_TAG_LENGTH) return null
  const known = tags.get(head)
  if (known !== undefined) return known
  const tag = TAG.exec(head)?.[1]?.toUpperCase() ?? null
  tags.set(head, tag)
  return tag
}
