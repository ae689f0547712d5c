import * as v from 'valibot'
import { type Ingested, TelemetryEvent } from '#contract/telemetry.ts'
import type { OperationId } from '#domain/ids.ts'
import { isAmount } from '#domain/money.ts'
import { clockOffset, happenedAt } from '#domain/telemetry/clock.ts'
import { fromIso, type Moment } from '#domain/time.ts'
import { operationOf } from './device-keys.ts'

export type Message = { sentAt: Moment | null; events: readonly unknown[] }

type Kind = TelemetryEvent['type']
/** An event with its effective time and its idempotent operation id. */
export type EventOf<K extends Kind = Kind> = Omit<Extract<TelemetryEvent, { type: K }>, 'at' | 'id'> & {
  at: Moment
  operation: OperationId
}

type Refused = Ingested['refused'][number]

/** The content of a message: each event once, by its own id, and the events that are invalid. */
type Read = { distinct: EventOf[]; repeated: number; refused: Refused[] }

/** The machine of a device. If null, the device is in no machine and only its log is stored. */
type Ground = { machine: number | null; currency: string }

export function readEvents({ sentAt, events }: Message, imei: string, { machine, currency }: Ground, receivedAt: Moment): Read {
  const offset = clockOffset(sentAt, receivedAt)
  const refused: Refused[] = []
  const distinct = new Map<string, EventOf>()
  let repeated = 0
  for (const [index, event] of events.entries()) {
    const parsed = v.safeParse(TelemetryEvent, event, { abortEarly: true })
    const wrong = parsed.success ? misfitOf(parsed.output, machine, currency) : invalid(parsed.issues[0])
    if (!parsed.success || wrong) {
      refused.push({ index, code: 'INVALID', detail: '', ...wrong })
      continue
    }
    const { id, at, ...rest } = parsed.output
    if (distinct.has(id)) repeated++
    else distinct.set(id, { ...rest, at: happenedAt(fromIso(at), offset, receivedAt), operation: operationOf(imei, id) } as EventOf)
  }
  return { distinct: [...distinct.values()], repeated, refused }
}

type Misfit = Omit<Refused, 'index'>

const invalid = (issue: v.BaseIssue<unknown>): Misfit => ({
  code: 'INVALID',
  detail: `${v.getDotPath(issue) ?? 'event'}: ${issue.message}`,
})

/** Checks beyond the schema: whether the device is in a machine, and whether amounts are valid in the company's currency. */
function misfitOf(event: TelemetryEvent, machine: number | null, currency: string): Misfit | null {
  if (machine === null && event.type !== 'LOG')
    return { code: 'DEVICE_NOT_CONNECTED', detail: 'The device is not connected to a machine yet.' }
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

export const ofKind = <K extends Kind>(events: readonly EventOf[], ...kinds: K[]): EventOf<K>[] =>
  events.filter(({ type }) => (kinds as Kind[]).includes(type)) as unknown as EventOf<K>[]
