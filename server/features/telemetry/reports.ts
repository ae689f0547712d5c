import { v7 as timeOrderedId } from 'uuid'
import { isFaulty, PART_ALERT } from '#domain/machines/alert-names.ts'
import { toMinor } from '#domain/money.ts'
import type { Moment } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import type { ReportedValues } from '../../machine-state/heartbeat.store.ts'
import { insertStates } from '../../machine-state/outages.store.ts'
import { writeModel } from './devices.store.ts'
import type { Happened } from './machine-events.ts'
import type { ReportSource } from './message-source.ts'
import { type EventOf, ofKind } from './read-events.ts'
import { coinsOf, mdbDevicesOf, partAlertsUp, writeCoins, writeMdbDevices, writeReportedValues } from './reports.store.ts'

/** A reported value and its time. */
type Report<Value> = { at: Moment; value: Value }

/** Reports with the same timestamp are ordered by value, so the result does not depend on arrival. */
const isLater = <Value>(a: Report<Value>, than: Report<Value> | null) =>
  than === null || a.at > than.at || (a.at === than.at && textOf(a.value) > textOf(than.value))

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Reports that are later than the known value, in order, with their number and the latest one. */
function latest<Value>(known: Report<Value> | null, events: readonly Report<Value>[]) {
  const newer = events.filter((report) => isLater(report, known)).toSorted((a, b) => (isLater(a, b) ? 1 : -1))
  return { latest: newer.at(-1) ?? null, accepted: newer.length, newer }
}

/** The reports whose value differs from the one before. */
const turns = <Value, Reported>(known: Reported | null, newer: readonly Report<Value>[], reportedIn: (value: Value) => Reported) =>
  newer.flatMap(({ at, value }, index) => {
    const before = index === 0 ? known : reportedIn(newer[index - 1]?.value as Value)
    const reported = reportedIn(value)
    return reported === before ? [] : [{ at, reported: reported, before, value }]
  })

const wordOf = <Value>(value: Value | null, at: Moment | null): Report<Value> | null =>
  value === null || at === null ? null : { value, at }

/** Stores the latest values by the machine's own time, for reports of which only the latest counts. */
export async function recordReports(
  db: Db,
  { device: { companyId, deviceId }, machine, currency }: ReportSource,
  known: ReportedValues,
  events: readonly EventOf[],
): Promise<{ values: ReportedValues; accepted: number; happened: Happened[]; partAlerts: EventOf<'ALERT_UP' | 'ALERT_DOWN'>[] }> {
  const states = ofKind(events, 'STATE').map(({ at, state, cause }) => ({ at, value: { reported: state, reportedCause: cause || null } }))
  const { reported, reportedCause, reportedAt } = known
  const state = latest(wordOf(reported && { reported, reportedCause }, reportedAt), states)
  const signals = ofKind(events, 'SIGNAL').map(({ at, strength: value }) => ({ at, value }))
  const signal = latest(wordOf(known.signal, known.signalAt), signals)
  const temperatures = ofKind(events, 'TEMPERATURE').map(({ at, celsius: value }) => ({ at, value }))
  const temperature = latest(wordOf(known.temperature, known.temperatureAt), temperatures)
  const versions = ofKind(events, 'FIRMWARE').map(({ at, version: value }) => ({ at, value }))
  const firmware = latest(wordOf(known.firmware, known.firmwareAt), versions)
  const models = ofKind(events, 'FIRMWARE').flatMap(({ at, model: value }) => (value ? [{ at, value }] : []))
  const model = latest(null, models).latest
  if (model) await writeModel(db, companyId, deviceId, { model: model.value, at: model.at })
  const values: ReportedValues = {
    ...known,
    ...(state.latest ? { ...state.latest.value, reportedAt: state.latest.at } : {}),
    ...(signal.latest ? { signal: signal.latest.value, signalAt: signal.latest.at } : {}),
    ...(temperature.latest ? { temperature: temperature.latest.value, temperatureAt: temperature.latest.at } : {}),
    ...(firmware.latest ? { firmware: firmware.latest.value, firmwareAt: firmware.latest.at } : {}),
  }
  if ([state, signal, temperature, firmware].some(({ latest }) => latest)) await writeReportedValues(db, companyId, machine, values)

  await insertStates(
    db,
    companyId,
    machine,
    ofKind(events, 'STATE').map(({ at, operation: id, state: reported, cause }) => ({ at, id, state: reported, cause: cause || null })),
  )

  const tubes = ofKind(events, 'COINS').map(({ at, coins }) => ({
    at,
    value: coins.map(({ value, count }) => ({ value: toMinor(value, currency), count })).toSorted((a, b) => a.value - b.value),
  }))
  const coins = latest(tubes.length > 0 ? await coinsOf(db, companyId, machine) : null, tubes)
  if (coins.latest) await writeCoins(db, companyId, machine, coins.latest.value, coins.latest.at)

  const buses = ofKind(events, 'MDB').map(({ at, devices }) => ({
    at,
    value: devices.map(({ type, status }) => ({ type, status })).toSorted((a, b) => (a.type < b.type ? -1 : 1)),
  }))
  const bus = latest(buses.length > 0 ? await mdbDevicesOf(db, companyId, machine) : null, buses)
  if (bus.latest) await writeMdbDevices(db, companyId, machine, bus.latest.value, bus.latest.at)

  return {
    values,
    partAlerts: bus.latest ? alertsOfParts(bus.latest, await partAlertsUp(db, companyId, machine)) : [],
    accepted: [state, signal, temperature, firmware, coins, bus].reduce((sum, { accepted }) => sum + accepted, 0),
    happened: [
      ...turns(known.reported, state.newer, ({ reported }) => reported).flatMap(({ at, reported, value: { reportedCause: message } }) =>
        reported === 'STARTING' ? [] : [{ activity: `MACHINE_${reported}`, at, details: { message } }],
      ),
      // The first reported version is not an update.
      ...turns(known.firmware, firmware.newer, (version) => version).flatMap(({ at, reported: version, before }) =>
        before === null ? [] : [{ activity: 'DEVICE_FIRMWARE_UPDATED', at, details: { version } }],
      ),
    ],
  }
}

/** Alert changes for parts on the bus: a faulty part has an alert, a working or missing one has none. */
function alertsOfParts(
  { at, value: parts }: Report<readonly { type: string; status: string }[]>,
  up: readonly string[],
): EventOf<'ALERT_UP' | 'ALERT_DOWN'>[] {
  const faulty = new Map(parts.filter(({ status }) => isFaulty(status)).map(({ type, status }) => [`${PART_ALERT}${type}`, status]))
  const alertEvent = (type: 'ALERT_UP' | 'ALERT_DOWN', code: string, message: string | null) => {
    // Alert reports with the same timestamp are ordered by id, so the later one needs a higher id.
    const operation = timeOrderedId()
    return { type, operation, at, code, message }
  }
  return [
    ...[...faulty].filter(([code]) => !up.includes(code)).map(([code, status]) => alertEvent('ALERT_UP', code, status)),
    ...up.filter((code) => !faulty.has(code)).map((code) => alertEvent('ALERT_DOWN', code, null)),
  ]
}
