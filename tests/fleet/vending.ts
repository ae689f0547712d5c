import { dayOf, momentAt, wallClock } from '#domain/calendar.ts'
import type { MachineId, StockPointId } from '#domain/ids.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { DAY, HOUR, MINUTE, type Moment, SECOND } from '#domain/time.ts'
import type { Chance } from '../../server/demo/chance.ts'
import { arrivals, type Choice, choose } from '../../server/demo/demand.ts'
import type { LocalHour } from '../../server/demo/local-hours.ts'
import { fill, recount, writeOff } from '../../server/demo/operations.ts'
import { drawFault, drawLength } from '../../server/demo/outages.ts'
import { type PaymentMethod, paymentsAt, type SiteKind, shareOfDay } from '../../server/demo/sites.ts'
import type { Stock } from '../../server/demo/stock-points.ts'
import type { Outage } from '../../server/demo/story.ts'
import type { Device, Saying } from './device.ts'
import type { Truth } from './truth.ts'

/** A machine at a site with its stock. `points` are the ids of its stock points, `salesPerDay` an average. */
export type FleetMachine = {
  id: MachineId
  name: string
  type: MachineType
  site: SiteKind
  choices: readonly Choice[]
  stock: Stock
  points: readonly StockPointId[]
  salesPerDay: number
}

type Place = { country: string; timezone: string }

/** An operation of a serviceman at the machine, at its own time. */
export type Operation = { at: Moment; path: string; body?: unknown }

/** The payment codes of a machine with standard readers; a method without its own code is sent with its name. */
const PAYMENT_TEXTS: Record<PaymentMethod, string> = {
  CASH: 'CASH',
  CREDIT_CARD: 'CASHLESS_1',
  RFID: 'CASHLESS_2',
  FREE: 'FREE',
  BLIK: 'BLIK',
}
/** The duration of a machine restart. */
const STARTS_IN = 20 * SECOND
const COINS = [0.1, 0.2, 0.5, 1, 2]
const DEGREES: Record<MachineType, number> = { SNACK: 6, COFFEE: 91 }

/** More often than in reality, so that a few days contain some of each. */
const OUTAGES_AN_HOUR = 1 / 40

/**
 * When a serviceman visits and when the cash box is counted, in local time. There are no sales for a while before and after, nor around
 * midnight, because a clock that is less than two minutes off counts as correct and may put a sale on the other side.
 */
const VISIT = 3.5 * HOUR
const CASH_COUNT = 15.5 * HOUR
const QUIET = 5 * MINUTE

/**
 * `stamp`: maps a time of the simulation to the time in events; if a day is played in a minute, that is now. At companies with their own
 * servicemen there are no simulated visits.
 */
type Life = { visited: boolean; stamp(at: Moment): Moment }

/** Simulates a machine hour by hour: it sells, reports, breaks down and is filled, and records its true state. */
export class Vending {
  #agenda: { at: Moment; happen: () => void }[] = []
  #outage: Outage | null = null
  #operations: Operation[] = []
  #credit = false

  readonly machine: FleetMachine
  readonly device: Device
  readonly truth: Truth
  readonly place: Place
  readonly life: Life
  readonly chance: Chance

  constructor(machine: FleetMachine, device: Device, truth: Truth, place: Place, life: Life, chance: Chance) {
    this.machine = machine
    this.device = device
    this.truth = truth
    this.place = place
    this.life = life
    this.chance = chance
  }

  /** Plans the events of an hour, from a moment on. */
  begin(hour: LocalHour, from: Moment): void {
    const { machine, chance } = this
    const plan = (at: Moment, happen: () => void) => {
      if (at >= from) this.#agenda.push({ at, happen })
    }
    for (const at of arrivals(hour.at, machine.salesPerDay * shareOfDay(machine.site, hour), chance)) plan(at, () => this.#sell(at))
    const report = hour.at + chance.whole(20 * MINUTE, 40 * MINUTE)
    plan(report, () => this.#report(report))
    if (this.#outage === null && chance.happens(OUTAGES_AN_HOUR)) {
      const begin = hour.at + chance.whole(0, HOUR - 1)
      const outage = { from: begin, to: begin + drawLength(chance), ...drawFault(machine.type, chance) }
      plan(outage.from, () => this.#breakDown(outage))
      plan(outage.to, () => this.#comeBack(outage))
    }
    const day = dayOf(hour.at, this.place.timezone)
    const today = (time: number) => momentAt(Date.UTC(day.year, day.month - 1, day.day) + time, this.place.timezone)
    const within = (at: Moment) => at >= hour.at && at < hour.at + HOUR
    const [visit, count] = [today(VISIT), today(CASH_COUNT)]
    if (this.life.visited && within(visit)) plan(visit, () => this.#visit(visit))
    if (within(count)) plan(count, () => this.#countCash(count))
    this.#agenda.sort((a, b) => a.at - b.at)
  }

  /** Runs everything due by then. Returns the operations of servicemen. */
  until(end: Moment): Operation[] {
    while (this.#agenda[0] && this.#agenda[0].at < end) this.#agenda.shift()?.happen()
    return this.#operations.splice(0)
  }

  /** Cancels all planned events. */
  stop(): void {
    this.#agenda = []
    this.#outage = null
  }

  get isSilent(): boolean {
    return this.#outage?.state === 'NOT_CONNECTED'
  }

  /** A credit was given: the next customer pays with it. */
  takeCredit(): void {
    this.#credit = true
  }

  /** In real time, because the manager is waiting. */
  restart(at: Moment): void {
    this.device.say({ type: 'STATE', state: 'STARTING' }, at)
    this.device.say({ type: 'STATE', state: 'RUNNING' }, at + STARTS_IN)
    this.truth.state = 'RUNNING'
  }

  #sell(at: Moment): void {
    const { chance, machine, place, truth } = this
    if (this.#outage?.state === 'STOPPED' || this.#isQuiet(at)) return
    const choice = choose(machine.choices, machine.stock, chance)
    if (choice === null) return
    machine.stock.take(choice.takes)
    const way = chance.pickBy(paymentsAt(machine.site, place.country), ({ often }) => often).method
    const price = way === 'FREE' ? 0 : choice.vendPrice
    const type = this.#credit ? 'CREDIT' : way
    const method = this.#credit ? 'REMOTE' : PAYMENT_TEXTS[way]
    this.#credit = false
    const card = type === 'RFID' ? { card: `C${chance.whole(1000, 9999)}` } : {}
    this.#say({ type: 'VEND', selection: choice.slotNumber, price, method, ...card }, at)
    truth.sold(at, type, price)
  }

  #report(at: Moment): void {
    const { chance, truth } = this
    const celsius = DEGREES[this.machine.type] + chance.whole(-15, 15) / 10
    const coins = COINS.map((value) => ({ value, count: chance.whole(0, 70) }))
    this.#say({ type: 'SIGNAL', strength: chance.whole(30, 100) / 100 }, at)
    this.#say({ type: 'TEMPERATURE', celsius }, at)
    this.#say({ type: 'COINS', coins }, at)
    truth.temperature = celsius
    truth.coins = coins
  }

  #breakDown(outage: Outage): void {
    this.#outage = outage
    this.truth.outages.push(outage.state)
    if (outage.state === 'NOT_CONNECTED') return
    this.#say({ type: 'STATE', state: 'STOPPED', cause: outage.cause }, outage.from)
    this.#say({ type: 'ALERT_UP', code: outage.cause }, outage.from)
    this.truth.state = 'STOPPED'
    this.truth.alerts.add(outage.cause)
  }

  #comeBack({ state, cause, to }: Outage & { to: Moment }): void {
    this.#outage = null
    if (state === 'NOT_CONNECTED') return
    this.#say({ type: 'ALERT_DOWN', code: cause }, to)
    this.#say({ type: 'STATE', state: 'RUNNING' }, to)
    this.truth.state = 'RUNNING'
    this.truth.alerts.delete(cause)
  }

  /** A serviceman counts, writes off, fills what is missing, and collects the cash or leaves it. */
  #visit(at: Moment): void {
    const { machine, chance } = this
    const { id, stock, points } = machine
    const pointAt = (index: number) => points[index] as StockPointId
    if (points.length > 0) {
      const change = (type: 'ADJUST' | 'LOSS', lines: ReturnType<typeof recount>, when: Moment) => {
        const stocks = lines.map(({ point, quantity, shown }) => {
          return { productInstallationId: pointAt(point), quantity, baseQuantity: shown }
        })
        if (stocks.length > 0) this.#operations.push({ at: when, path: `/machines/${id}/inventory`, body: { type, stocks } })
      }
      if (chance.happens(0.3)) change('ADJUST', recount(stock, chance), at)
      if (chance.happens(0.2)) change('LOSS', writeOff(stock, chance), at + SECOND)
      const filled = fill(stock, chance.happens(0.5), chance).map(({ point, quantity, full, maxQuantity }) => {
        return { productInstallationId: pointAt(point), quantity, full, maximum: maxQuantity }
      })
      if (filled.length > 0) this.#operations.push({ at: at + 2 * SECOND, path: `/machines/${id}/slots/restock`, body: filled })
    }
    if (chance.happens(0.6)) {
      this.#operations.push({ at: at + 3 * SECOND, path: `/machines/${id}/cash-withdraws` })
      this.truth.cash = 0
    }
  }

  /** Coins get stuck or are paid out in error: the machine's count becomes the true amount. */
  #countCash(at: Moment): void {
    const { truth, chance } = this
    truth.cash = Math.max(0, truth.cash - (chance.happens(0.3) ? truth.minor(chance.pick([0.5, 1, 2])) : 0))
    this.#say({ type: 'CASH_BOX', amount: truth.decimal(truth.cash) }, at)
  }

  #say(saying: Saying, at: Moment): void {
    this.device.say(saying, this.life.stamp(at))
  }

  #isQuiet(at: Moment): boolean {
    const wall = wallClock(at, this.place.timezone) % DAY
    return [0, VISIT, CASH_COUNT, DAY].some((time) => Math.abs(wall - time) < QUIET)
  }
}
