import type { ByteString } from './bytes.ts'
import type { Warn } from './warnings.ts'

/** One line of an audit: its tag ("PA1"), its elements by position from 1 on (0 is the tag), and the line as it stands in the file. */
export type Segment = { tag: string; line: number; raw: ByteString; elements: readonly ByteString[] }

/** Some twenty-five audits of the most talkative machine. */
export const MOST_LINES = 10_000

/** More elements than any block has; what follows is not kept. */
const MOST_ELEMENTS = 32

const TAG = /^ *([A-Z]{2,3}\d{0,2}|G85)(?:-\d{1,4})? *$/
const LONGEST_TAG = 12
// A byte order mark, or what a cable left before the first letter.
const NOISE = /^[^ -~]+/

/**
 * The segments of a file in their order, one after the other, so that a long file is never in memory as a whole. Lines end with CR LF,
 * LF or CR; blank ones say nothing.
 */
export function* segmentsOf(bytes: ByteString, warn: Warn): Generator<Segment> {
  const tags = new Map<string, string | null>()
  const end = bytes.includes('\n') ? '\n' : '\r'
  let lines = 0
  for (let from = 0, line = 1; from < bytes.length; line++) {
    const next = bytes.indexOf(end, from)
    const to = next < 0 ? bytes.length : next
    if (to > from && lines++ >= MOST_LINES) return warn('TOO_MANY', line)
    let raw: ByteString = bytes.slice(from, bytes[to - 1] === '\r' ? to - 1 : to)
    from = to + 1
    while (raw !== '') {
      const segment = segmentIn(raw, line, tags)
      if (segment) yield segment
      else if (raw.trim() !== '') warn('NOT_A_SEGMENT', line)
      // Files that were put together without a line end between them go on in the same line.
      raw = segment && segment.raw.length < raw.length ? raw.slice(segment.raw.length) : ''
    }
  }
}

function segmentIn(line: ByteString, number: number, tags: Map<string, string | null>): Segment | null {
  const noise = NOISE.exec(line)?.[0].length ?? 0
  const star = line.slice(noise, noise + LONGEST_TAG).indexOf('*')
  if (star < 0 && line.length - noise > LONGEST_TAG) return null
  const head = line.slice(noise, star < 0 ? line.length : noise + star)
  let tag = tags.get(head)
  if (tag === undefined) {
    tag = TAG.exec(head)?.[1] ?? null
    tags.set(head, tag)
  }
  if (!tag) return null
  const next = tag === 'DXE' ? line.indexOf('DXS*', noise) : -1
  const raw = next < 0 ? line : line.slice(0, next)
  return { tag, line: number, raw, elements: raw.split('*', MOST_ELEMENTS) }
}
