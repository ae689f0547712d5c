import { byteString, fromUtf8 } from './bytes.ts'
import { type Segment, segmentsOf } from './segments.ts'

/** The segments of one audit, and whether its start and end are present. */
export type Audit = { segments: readonly Segment[]; start: 'present' | 'cut'; end: 'present' | 'cut' }

const ENVELOPE = new Set(['DXS', 'ST', 'G85', 'SE', 'DXE'])
const COUNTS = /^(VA|PA|CA|DA|DB|TA|LA)\d/

/** Splits a file into audits: `DXS`, a second `ST`, or any line after a `DXE` starts a new one. */
export function* auditsOf(segments: Iterable<Segment>): Generator<Audit> {
  let current: Segment[] = []
  let tags = new Set<string>()
  for (const segment of segments) {
    const { tag } = segment
    const isNextSet = tag === 'ST' && tags.has('ST')
    if (tag === 'DXS' || tags.has('DXE') || isNextSet) {
      const audit = auditIn(current, tags)
      if (audit) yield audit
      // Sets in one envelope share one sender.
      current = isNextSet && current[0]?.tag === 'DXS' ? [current[0]] : []
      tags = new Set(current.map(({ tag }) => tag))
    }
    current.push(segment)
    tags.add(tag)
  }
  const last = auditIn(current, tags)
  if (last) yield last
}

/** Ignores stray lines: inside an envelope an audit needs content, outside one it needs counters. */
function auditIn(segments: Segment[], tags: ReadonlySet<string>): Audit | null {
  const start = tags.has('DXS') || tags.has('ST') ? 'present' : 'cut'
  const end = tags.has('SE') || tags.has('DXE') ? 'present' : 'cut'
  if (![...tags].some((tag) => (start === 'present' ? !ENVELOPE.has(tag) : COUNTS.test(tag)))) return null
  return { segments: end === 'present' ? segments : segments.slice(0, -1), start, end }
}

/** Splits a file into one file per audit. */
export const auditTexts = (input: Uint8Array | string): string[] =>
  [...auditsOf(segmentsOf(byteString(input), () => {}))].map(({ segments }) => {
    const bytes = segments.map(({ raw }) => `${raw}\r\n`).join('')
    return fromUtf8(bytes) ?? bytes
  })
