import type { Counter } from './counter.ts'
import type { MachineTime } from './machine-time.ts'
import type { Page } from './page.ts'
import type { Segment } from './segments.ts'

/** Kind of an event, from the first two letters of its code. */
const KINDS = {
  EA: 'coins',
  EB: 'cups',
  EC: 'control',
  ED: 'hot-drinks',
  EE: 'brewer',
  EF: 'water',
  EG: 'cabinet',
  EH: 'cold-drinks',
  EI: 'communication',
  EJ: 'delivery',
  EK: 'cashless',
  EL: 'product',
  EN: 'bills',
  EO: 'refrigeration',
  OA: 'service',
  OB: 'service',
  OC: 'service',
  OD: 'service',
  OE: 'service',
  OF: 'cash-collection',
} as const

type EventKind = (typeof KINDS)[keyof typeof KINDS] | 'unknown'

/** `code` as the machine writes it ("EGS", "ELB", "094 Negative vend"); `detail` is the part after an underscore: ELB_7 is 7 of ELB. */
type EventCode = { code: string; detail: string | null; kind: EventKind }

type LoggedEvent = EventCode & { at: MachineTime | null; minutes: number | null; line: number }

/** How often the event happened, and whether it is still active. */
type CountedEvent = EventCode & { times: Counter; isActive: boolean | null; minutes: number | null; line: number }

export type Events = {
  log: LoggedEvent[]
  counted: CountedEvent[]
  powerCuts: Counter
  /** Selections reported as sold out. */
  soldOut: string[]
}

export function readEvents(page: Page): Events {
  const log = page.all('EA1').flatMap((segment): LoggedEvent[] => {
    const code = codeOf(page, segment)
    return code ? [{ ...code, at: page.time(segment, 2, 3), minutes: page.number(segment, 4), line: segment.line }] : []
  })
  const counted = page.all('EA2').flatMap((segment): CountedEvent[] => {
    const code = codeOf(page, segment)
    if (!code) return []
    const active = page.number(segment, 5)
    const isActive = active === null ? null : active > 0
    return [{ ...code, times: page.counts(segment, 3, 2), isActive, minutes: page.number(segment, 6), line: segment.line }]
  })
  const soldOut = counted.flatMap(({ code, detail, isActive }) => (code === 'ELB' && detail && isActive ? [detail] : []))
  return { log, counted, powerCuts: page.counts(page.one('EA7'), 2, 1), soldOut: [...new Set(soldOut)] }
}

function codeOf(page: Page, segment: Segment): EventCode | null {
  const value = page.text(segment, 1)
  if (!value) return null
  const bar = value.indexOf('_')
  const [code, detail] = bar > 0 ? [value.slice(0, bar), value.slice(bar + 1)] : [value, null]
  return { code, detail: detail || null, kind: KINDS[value.slice(0, 2) as keyof typeof KINDS] ?? 'unknown' }
}
