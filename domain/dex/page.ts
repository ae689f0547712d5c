import type { Audit } from './audits.ts'
import { codePageOf, decoded, isForeign } from './code-page.ts'
import type { Counter, Sales } from './counter.ts'
import { type MachineTime, machineTime } from './machine-time.ts'
import { numberIn } from './numbers.ts'
import { type Scale, scaleOf } from './scale.ts'
import type { Segment } from './segments.ts'
import type { Warn } from './warnings.ts'

/** Access to an audit: its blocks by tag, and its elements by position as text, numbers, amounts and counters. */
export type Page = {
  scale: Scale
  isWhole: boolean
  /** Number of the first line. */
  line: number
  segments: readonly Segment[]
  /** A block that occurs once. */
  one: (tag: string) => Segment | undefined
  /** A block that may repeat. */
  all: (tag: string) => readonly Segment[]
  text: (segment: Segment | undefined, position: number) => string | null
  number: (segment: Segment | undefined, position: number) => number | null
  /** In minor units. */
  amount: (segment: Segment | undefined, position: number) => number | null
  time: (segment: Segment | undefined, date: number, time: number) => MachineTime | null
  counts: (segment: Segment | undefined, init: number, reset: number) => Counter
  amounts: (segment: Segment | undefined, init: number, reset: number) => Counter
  /** A block with value and count since init, then both since reset, from element `first`. */
  valueFirst: (segment: Segment | undefined, first?: number) => Sales
  /** The reverse order: count, then value. */
  countFirst: (segment: Segment | undefined, first?: number) => Sales
  warn: Warn
}

/** A machine has at most 84 selections with about twenty lines each. */
const MAX_OF_A_TAG = 5_000

/** Longer than any name. */
const MAX_TEXT_LENGTH = 100
const SAMPLE = 20_000

const NEVER: readonly Segment[] = []

export function pageOf(audit: Audit, assumed: string | null, warn: Warn): Page {
  const byTag = new Map<string, Segment[]>()
  for (const segment of audit.segments) {
    const alike = byTag.get(segment.tag)
    if (!alike) byTag.set(segment.tag, [segment])
    else if (alike.length < MAX_OF_A_TAG) alike.push(segment)
    else if (alike.length === MAX_OF_A_TAG) warn('TOO_MANY', segment.line)
  }
  const codePage = codePageOf(sampleOf(audit))

  const all: Page['all'] = (tag) => byTag.get(tag) ?? NEVER
  const requested = new Set<string>()
  const one: Page['one'] = (tag) => {
    const first = all(tag)[0]
    const other = requested.has(tag) ? undefined : all(tag).find(({ raw }) => raw !== first?.raw)
    if (other) warn('REPEATED', other.line)
    requested.add(tag)
    return first
  }
  const text: Page['text'] = (segment, position) => {
    const value = segment?.elements[position]
    const text = value ? decoded(value.slice(0, 4 * MAX_TEXT_LENGTH), codePage) : ''
    // Removes an incomplete character at the end.
    return (text.length > MAX_TEXT_LENGTH ? text.slice(0, MAX_TEXT_LENGTH).replace(/\p{Cs}$/u, '') : text) || null
  }
  const number: Page['number'] = (segment, position) => {
    const value = numberIn(segment?.elements[position])
    if (segment && value === 'junk') warn('NOT_A_NUMBER', segment.line)
    return typeof value === 'number' ? value : null
  }
  const scale = scaleOf(one('ID4'), assumed, warn)
  const amount: Page['amount'] = (segment, position) => {
    const value = number(segment, position)
    return value === null ? null : Math.round(value * scale.unit)
  }
  const counts: Page['counts'] = (segment, init, reset) => ({ init: number(segment, init), reset: number(segment, reset) })
  const amounts: Page['amounts'] = (segment, init, reset) => ({ init: amount(segment, init), reset: amount(segment, reset) })

  return {
    scale,
    isWhole: audit.start === 'present' && audit.end === 'present',
    line: audit.segments[0]?.line ?? 1,
    segments: audit.segments,
    one,
    all,
    text,
    number,
    amount,
    time: (segment, date, time) => machineTime(text(segment, date) ?? '', text(segment, time) ?? '').at,
    counts,
    amounts,
    valueFirst: (segment, first = 1) => ({
      value: amounts(segment, first, first + 2),
      count: counts(segment, first + 1, first + 3),
    }),
    countFirst: (segment, first = 1) => ({
      count: counts(segment, first, first + 2),
      value: amounts(segment, first + 1, first + 3),
    }),
    warn,
  }
}

/** Text with characters beyond ASCII, enough to detect the character set. */
function sampleOf({ segments }: Audit): string {
  const sample: string[] = []
  let length = 0
  for (const { raw } of segments) {
    if (!isForeign(raw)) continue
    sample.push(raw.slice(0, SAMPLE))
    length += raw.length
    if (length > SAMPLE) break
  }
  return sample.join('\n').slice(0, SAMPLE)
}
