import * as v from 'valibot'
import { type Ingested, TelemetryEvent } from '#contract/telemetry.ts'
import type { OperationId } from '#domain/ids.ts'
import { isAmount } from '#domain/money.ts'
import { clockOffset, happenedAt } from '#domain/telemetry/clock.ts'
import { fromIso, type Moment } from '#domain/time.ts'
import { operationOf } from './device-keys.ts'

export type Message = { sentAt: Moment | null; events: readonly unknown[] }

type Kind = TelemetryEvent['type']
/** An event with the time at which it counts, and the id under which it counts once. */
export type Told<K extends Kind = Kind> = Omit<Extract<TelemetryEvent, { type: K }>, 'at' | 'id'> & { at: Moment; operation: OperationId }

type Refused = Ingested['refused'][number]

/** What a message says: each event once, by its own id, and what of it cannot be read. */
export type Read = { told: Told[]; repeated: number; refused: Refused[] }

/** Where a device stands: null where it stands in no machine, and only its log is of use. */
export type Ground = { machine: number | null; currency: string }

export function readEvents({ sentAt, events }: Message, imei: string, { machine, currency }: Ground, receivedAt: Moment): Read {
  const offset = clockOffset(sentAt, receivedAt)
  const refused: Refused[] = []
  const told = new Map<string, Told>()
  let repeated = 0
  for (const [index, event] of events.entries()) {
    const parsed = v.safeParse(TelemetryEvent, event, { abortEarly: true })
    const wrong = parsed.success ? misfitOf(parsed.output, machine, currency) : invalid(parsed.issues[0])
    if (!parsed.success || wrong) {
      refused.push({ index, code: 'INVALID', detail: '', ...wrong })
      continue
    }
    const { id, at, ...rest } = parsed.output
    if (told.has(id)) repeated++
    else told.set(id, { ...rest, at: happenedAt(fromIso(at), offset, receivedAt), operation: operationOf(imei, id) } as Told)
  }
  return { told: [...told.values()], repeated, refused }
}

type Misfit = Omit<Refused, 'index'>

const invalid = (issue: v.BaseIssue<unknown>): Misfit => ({
  code: 'INVALID',
  detail: `${v.getDotPath(issue) ?? 'event'}: ${issue.message}`,
})

/** What no schema can tell: where the device stands, and what money its company counts in. */
function misfitOf(event: TelemetryEvent, machine: number | null, currency: string): Misfit | null {
  if (machine === null && event.type !== 'LOG') return { code: 'DEVICE_NOT_CONNECTED', detail: 'The device stands in no machine yet.' }
  const amounts =
    event.type === 'VEND'
      ? [event.price]
      : event.type === 'CASH_BOX'
        ? [event.amount]
        : event.type === 'COINS'
          ? event.coins.map(({ value }) => value)
          : []
  const odd = amounts.find((amount) => !isAmount(amount, currency))
  return odd === undefined ? null : { code: 'INVALID', detail: `${odd} is no amount in ${currency}` }
}

export const ofKind = <K extends Kind>(told: readonly Told[], ...kinds: K[]): Told<K>[] =>
  told.filter(({ type }) => (kinds as Kind[]).includes(type)) as unknown as Told<K>[]
