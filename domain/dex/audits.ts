import type { Segment } from './segments.ts'

/** The segments of one audit, and whether its beginning and its end are there. */
export type Audit = { segments: readonly Segment[]; start: 'told' | 'cut'; end: 'told' | 'cut' }

const ENVELOPE = new Set(['DXS', 'ST', 'G85', 'SE', 'DXE'])
const COUNTS = /^(VA|PA|CA|DA|DB|TA|LA)\d/

/** The audits of a file, one after the other: `DXS` begins one, and so does a second `ST`, or whatever follows a `DXE`. */
export function* auditsOf(segments: Iterable<Segment>): Generator<Audit> {
  let current: Segment[] = []
  let tags = new Set<string>()
  for (const segment of segments) {
    const { tag } = segment
    const isNextSet = tag === 'ST' && tags.has('ST')
    if (tag === 'DXS' || tags.has('DXE') || isNextSet) {
      const audit = auditIn(current, tags)
      if (audit) yield audit
      // Sets in one envelope have one sender.
      current = isNextSet && current[0]?.tag === 'DXS' ? [current[0]] : []
      tags = new Set(current.map(({ tag }) => tag))
    }
    current.push(segment)
    tags.add(tag)
  }
  const last = auditIn(current, tags)
  if (last) yield last
}

/** Stray lines are no audit: in an envelope it needs something, without one something counted. */
function auditIn(segments: Segment[], tags: ReadonlySet<string>): Audit | null {
  const start = tags.has('DXS') || tags.has('ST') ? 'told' : 'cut'
  const end = tags.has('SE') || tags.has('DXE') ? 'told' : 'cut'
  if (![...tags].some((tag) => (start === 'told' ? !ENVELOPE.has(tag) : COUNTS.test(tag)))) return null
  return { segments: end === 'told' ? segments : segments.slice(0, -1), start, end }
}
