import type { OperationId } from '#domain/ids.ts'
import { isFaulty, PART_ALERT } from '#domain/machines/alert-names.ts'
import { OWN_VENDOR } from '#domain/machines/device.ts'
import { toMinor } from '#domain/money.ts'
import { MINUTE, type Moment, SECOND } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { cashMovements } from '../db/schema/cash.ts'
import { alertReports, alerts, coinTubes, devices, machineStatus, mdbDevices, outages, stateReports } from '../db/schema/telemetry.ts'
import { Chance } from './chance.ts'
import { amountOf, coinsOf } from './currencies.ts'
import { type DemoMachine, drawImei } from './fleet.ts'
import type { Ground, Installed } from './ground.ts'
import { insertMany } from './insert-many.ts'

const FIRMWARE = ['4.2.1', '4.2.1', '4.2.1', '4.1.7', '3.9.12']
/** The temperature of a cooled machine, and of a boiler. */
const DEGREES = { SNACK: 6, COFFEE: 91 }

/**
 * Writes the telemetry of a machine as if its device had always reported: state, peripherals, alerts and cash. Returns the id of the
 * device, if there is one.
 */
export async function writeTelemetry(
  db: Db,
  ground: Ground,
  machine: DemoMachine,
  installed: Installed,
  operationAt: (at: Moment) => OperationId,
): Promise<number | null> {
  const { company, money, now, seed } = ground
  const { machineId, since } = installed
  const { device, history, type, ending } = machine
  const cash = cashOf(ground, machine, installed, operationAt)
  await insertMany(db, cashMovements, cash.movements)
  if (!device) return null

  const chance = new Chance(`${seed}/${machine.name}/device`)
  const outage = history.outages.findLast(({ to }) => to === null)
  const heardAt = outage?.state === 'NOT_CONNECTED' ? outage.from : now - chance.whole(1, 50) * SECOND
  const lately = heardAt - chance.whole(1, 10) * MINUTE
  const own = { companyId: company, machineId }
  const [made] = await db
    .insert(devices)
    .values({
      ...own,
      imei: device.imei,
      type: 'TELEMETRY',
      vendor: OWN_VENDOR,
      msisdn: `+4915${chance.whole(10_000_000, 99_999_999)}`,
      apnName: 'm2m.example',
      connectedAt: since,
      claimedAt: since,
      heardAt,
      createdAt: since,
    })
    .returning({ id: devices.id })
  const over = history.outages.findLast(({ to }) => to !== null)
  await db.insert(machineStatus).values({
    ...own,
    heardAt,
    reportedState: ending === 'stopped' ? 'STOPPED' : 'RUNNING',
    reportedCause: ending === 'stopped' ? (outage?.cause ?? null) : null,
    reportedAt: (ending === 'stopped' ? outage?.from : over?.to) ?? since,
    signal: device.signalPercent / 100,
    signalAt: lately,
    temperature: DEGREES[type] + chance.whole(-15, 15) / 10,
    temperatureAt: lately,
    firmware: chance.pick(FIRMWARE),
    firmwareAt: since,
    watchedSince: since,
    ...cash.cashBox,
  })
  await writeOutages(db, ground, machine, installed, operationAt)
  await writeAlerts(db, ground, machine, installed, operationAt)
  const coins = coinsOf(money.currency).map((valueMinor) => ({ ...own, valueMinor, count: chance.whole(4, 70), at: lately }))
  await db.insert(coinTubes).values(coins)
  const status = () => (chance.happens(0.04) ? 'FAULT' : 'OK')
  const readers = ['COIN_CHANGER', 'BILL_VALIDATOR', 'CASHLESS_1', ...(chance.happens(0.6) ? ['CASHLESS_2'] : [])]
  const parts = readers.map((one) => ({ ...own, type: one, status: status(), at: lately }))
  await db.insert(mdbDevices).values(parts)
  const faults = parts.filter((part) => isFaulty(part.status))
  if (faults.length > 0)
    await db.insert(alerts).values(
      faults.map((part) => ({
        ...own,
        code: `${PART_ALERT}${part.type}`,
        at: lately,
        reportId: operationAt(lately),
        isUp: true,
        message: part.status,
      })),
    )
  return made?.id ?? null
}

/** The machine's outages and their reported causes. */
async function writeOutages(
  db: Db,
  { company }: Ground,
  { history }: DemoMachine,
  { machineId, since }: Installed,
  operationAt: (at: Moment) => OperationId,
) {
  const own = { companyId: company, machineId }
  const stops = history.outages.filter(({ state }) => state === 'STOPPED')
  const words = [
    { at: since, state: 'RUNNING' as const, cause: null },
    ...stops.flatMap(({ from, to, cause }) => [
      { at: from, state: 'STOPPED' as const, cause },
      ...(to === null ? [] : [{ at: to, state: 'RUNNING' as const, cause: null }]),
    ]),
  ]
  await db.insert(stateReports).values(words.map((word) => ({ ...own, ...word, id: operationAt(word.at) })))
  if (history.outages.length === 0) return
  await db.insert(outages).values(
    history.outages.map(({ from, to, state, cause }) => ({
      ...own,
      state,
      fromAt: from,
      toAt: to,
      cause: state === 'STOPPED' ? cause : null,
    })),
  )
}

/** Each outage is an alert from its beginning to its end. */
async function writeAlerts(
  db: Db,
  { company }: Ground,
  { history }: DemoMachine,
  { machineId }: Installed,
  operationAt: (at: Moment) => OperationId,
) {
  const reports = history.outages.flatMap(({ from, to, cause }) =>
    [{ at: from, isUp: true }, ...(to === null ? [] : [{ at: to, isUp: false }])].map((word) => ({
      companyId: company,
      machineId,
      code: cause,
      ...word,
      id: operationAt(word.at),
      message: null,
      receivedAt: word.at,
    })),
  )
  if (reports.length === 0) return
  await db.insert(alertReports).values(reports)
  const latest = new Map(reports.toSorted((a, b) => a.at - b.at).map((report) => [report.code, report]))
  await db.insert(alerts).values([...latest.values()].map(({ id, receivedAt: _, ...word }) => ({ ...word, reportId: id })))
}

/** A machine's cash sometimes differs from its sales: a coin fell beside the box, or change was left behind. */
const MISCOUNTS = [-2, -1, -0.5, 0.5, 1]

/** The count of the cash box precedes the serviceman's first operation. */
const COUNTED_BEFORE = SECOND / 2

/** Each sale adds cash, and most visits withdraw it; most machines with telemetry have counted it before. */
function cashOf(
  { company, money, seed, servicemen }: Ground,
  { name, history, serviceman, device }: DemoMachine,
  { machineId }: Installed,
  operationAt: (at: Moment) => OperationId,
) {
  const chance = new Chance(`${seed}/${name}/cash`)
  const own = { companyId: company, machineId }
  const paid = history.vends
    .filter(({ method, price }) => method === 'CASH' && price > 0)
    .map(({ at, price }) => ({
      ...own,
      effectiveAt: at,
      operationId: operationAt(at),
      line: 0,
      kind: 'delta' as const,
      cause: 'SALE' as const,
      amountMinor: toMinor(price, money.currency),
      userId: null,
    }))
  const taken = history.visits
    .filter(() => chance.happens(0.7))
    .map(({ at }) => ({
      ...own,
      effectiveAt: at + SECOND,
      operationId: operationAt(at + SECOND),
      line: 1,
      kind: 'count' as const,
      cause: 'WITHDRAWN' as const,
      amountMinor: 0,
      userId: servicemen[serviceman] ?? null,
    }))
  let next = 0
  /** The amount paid until this time, since the previous call. */
  const paidUntil = (at: Moment): number => {
    let sum = 0
    for (let one = paid[next]; one && one.effectiveAt < at; one = paid[++next]) sum += one.amountMinor
    return sum
  }
  const counts = !device
    ? []
    : taken.flatMap(({ effectiveAt }) => {
        const sold = paidUntil(effectiveAt)
        if (!chance.happens(0.8)) return []
        const miscount = chance.happens(0.2) ? amountOf(chance.pick(MISCOUNTS), money) : 0
        const amountMinor = Math.max(0, sold + miscount)
        const at = effectiveAt - COUNTED_BEFORE
        return [
          {
            ...own,
            effectiveAt: at,
            operationId: operationAt(at),
            line: 0,
            kind: 'count' as const,
            cause: 'REPORTED' as const,
            amountMinor,
            userId: null,
          },
        ]
      })
  const last = taken.at(-1)
  const left = paid.filter(({ effectiveAt }) => effectiveAt > (last?.effectiveAt ?? 0))
  const cashBox = {
    cashMinor: left.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    cashCountedAt: last?.effectiveAt ?? null,
    cashCountedBy: last?.operationId ?? null,
    cashCountedLine: last?.line ?? null,
    withdrawnAt: last?.effectiveAt ?? null,
  }
  return { movements: [...paid, ...counts, ...taken], cashBox }
}

/** Unassigned devices in stock; one of them has no key yet. */
export const writeSpareDevices = (db: Db, { company, seed, now }: Ground) => {
  const chance = new Chance(`${seed}/${company}/spare`)
  const spare = (isClaimed: boolean) => ({
    companyId: company,
    imei: drawImei(chance),
    type: 'TELEMETRY' as const,
    vendor: OWN_VENDOR,
    apnName: 'm2m.example',
    claimedAt: isClaimed ? now : null,
    createdAt: now,
  })
  return db.insert(devices).values([spare(true), spare(true), spare(false)])
}
