import { type Audit, auditsOf } from './audits.ts'
import { byteString } from './bytes.ts'
import { type Cash, readCash } from './cash.ts'
import { type Events, readEvents } from './events.ts'
import { type Integrity, integrityOf } from './integrity.ts'
import { type Board, type Machine, type Reads, readBoards, readClock, readMachine, readReads } from './machine.ts'
import type { MachineTime } from './machine-time.ts'
import { type Page, pageOf } from './page.ts'
import type { Scale } from './scale.ts'
import { type Segment, segmentsOf } from './segments.ts'
import { readSelections, type Selection } from './selections.ts'
import { readTotals, type Totals } from './totals.ts'
import { type Warning, warnInto } from './warnings.ts'

/** The content of one audit. Amounts are in minor units of `scale.currency`; values that the machine does not report are null. */
export type Reading = {
  lines: { from: number; to: number }
  machine: Machine
  scale: Scale
  clock: MachineTime | null
  reads: Reads
  boards: Board[]
  totals: Totals
  cash: Cash
  selections: Selection[]
  events: Events
  temperatures: Temperature[]
  integrity: Integrity
  warnings: Warning[]
}

/** A file: its audits in order, and warnings about lines outside them. */
type AuditFile = { readings: Reading[]; warnings: Warning[] }

/** Short audits could otherwise fill a file of the maximum size. */
const MAX_AUDITS = 250

/**
 * Reads a file of EVA-DTS audits (DEX read-outs), as bytes or as text. Reads as much as possible, never throws, and accepts wrong
 * checksums. `currency` (ISO 4217) is the company's, for machines that report none.
 *
 * Source: EVA-DTS 6.2, and how machines in the field implement it.
 */
export function readAudits(input: Uint8Array | string, currency: string | null = null): AuditFile {
  const warnings: Warning[] = []
  const warn = warnInto(warnings)
  const readings: Reading[] = []
  for (const audit of auditsOf(segmentsOf(byteString(input), warn))) {
    if (readings.length === MAX_AUDITS) {
      warn('TOO_MANY', audit.segments[0]?.line ?? 1)
      break
    }
    readings.push(read(audit, currency))
  }
  if (readings.length === 0) warn('NO_AUDIT', warnings[0]?.line ?? 1)
  return { readings, warnings }
}

function read(audit: Audit, currency: string | null): Reading {
  const warnings: Warning[] = []
  const page = pageOf(audit, currency, warnInto(warnings))
  const to = audit.segments.at(-1)?.line ?? page.line
  if (audit.start === 'cut') page.warn('CUT_AT_START', page.line)
  if (audit.end === 'cut') page.warn('CUT_AT_END', to)
  const [totals, selections] = [readTotals(page), readSelections(page)]
  compareTotals(page, totals, selections)
  return {
    lines: { from: page.line, to },
    machine: readMachine(page),
    scale: page.scale,
    clock: readClock(page),
    reads: readReads(page),
    boards: readBoards(page),
    totals,
    cash: readCash(page),
    selections,
    events: readEvents(page),
    temperatures: readTemperatures(page),
    integrity: integrityOf(audit),
    warnings,
  }
}

/** In nearly all machines the selections add up to the total; in the others a selection was removed or a counter overflowed. */
function compareTotals(page: Page, { paid }: Totals, selections: readonly Selection[]) {
  const [vends, value] = [sumOver(selections, 'count'), sumOver(selections, 'value')]
  const line = page.one('VA1')?.line ?? page.line
  const differ = (a: number | null, b: number | null) => page.isWhole && a !== null && b !== null && a !== b
  if (differ(vends, paid.count.init)) page.warn('VENDS_DO_NOT_ADD_UP', line)
  if (differ(value, paid.value.init)) page.warn('VALUES_DO_NOT_ADD_UP', line)
}

/** Null unless every selection reports it. A pseudo selection counts if it took money. */
function sumOver(selections: readonly Selection[], what: 'count' | 'value'): number | null {
  const sold = selections.filter(({ isPseudo, paid }) => !isPseudo || paid.value.init)
  if (sold.length === 0 || sold.some(({ paid }) => paid[what].init === null)) return null
  return sold.reduce((sum, { paid }) => sum + (paid[what].init ?? 0), 0)
}

/** A temperature in a maker's own text format. */
type Temperature = { name: string; centiCelsius: number; line: number }

const MAX_SENSORS = 16

/**
 * Makers' formats: `DETECTED TEMPERATURE*  600*C` has two implied decimals, `TEMP*55*C*DC` one. An explicit decimal point is also accepted.
 */
const readTemperatures = (page: Page): Temperature[] =>
  page
    .all('MA5')
    .flatMap((segment) => {
      const at = segment.elements.findIndex((element, position) => position > 0 && /TEMP/i.test(element.slice(0, 100)))
      return at < 0 ? [] : temperatureOf(page, segment, at)
    })
    .slice(0, MAX_SENSORS)

function temperatureOf(page: Page, segment: Segment, at: number): Temperature[] {
  const [name, value, unit, form] = [0, 1, 2, 3].map((offset) => page.text(segment, at + offset) ?? '') as [string, string, string, string]
  const decimals = value.includes('.') ? 0 : form.startsWith('D') ? 1 : name.startsWith('DETECTED') ? 2 : null
  if (decimals === null || !/^-?\d{1,6}(\.\d{1,4})?$/.test(value) || !/^[CF]$/.test(unit)) {
    if (value) page.warn('TEMPERATURE_UNKNOWN', segment.line)
    return []
  }
  const degrees = Number(value) / 10 ** decimals
  const celsius = unit === 'F' ? ((degrees - 32) * 5) / 9 : degrees
  return [{ name, centiCelsius: Math.round(celsius * 100) + 0, line: segment.line }]
}
