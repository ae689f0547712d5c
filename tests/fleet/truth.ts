import { dayOf, isoDay } from '#domain/calendar.ts'
import type { ReportedState } from '#domain/machines/connectivity.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import type { Moment } from '#domain/time.ts'

type Sum = { count: number; minor: number }

/** The true state of a machine, independent of what the server received, in minor units. */
export class Truth {
  readonly sales = new Map<string, Sum>()
  readonly days = new Map<string, number>()
  readonly alerts = new Set<string>()
  readonly outages: string[] = []
  cash = 0
  state: ReportedState = 'RUNNING'
  temperature: number | null = null
  coins: { value: number; count: number }[] = []

  readonly currency: string
  readonly timezone: string

  constructor(currency: string, timezone: string) {
    this.currency = currency
    this.timezone = timezone
  }

  minor(amount: number): number {
    return toMinor(amount, this.currency)
  }

  decimal(minor: number): number {
    return toDecimal(minor, this.currency)
  }

  sold(at: Moment, type: string, price: number): void {
    const minor = this.minor(price)
    const sum = this.sales.get(type) ?? { count: 0, minor: 0 }
    this.sales.set(type, { count: sum.count + 1, minor: sum.minor + minor })
    const day = isoDay(dayOf(at, this.timezone))
    this.days.set(day, (this.days.get(day) ?? 0) + minor)
    if (type === 'CASH') this.cash += minor
  }
}
