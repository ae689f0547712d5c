import type { LocalHour } from './local-hours.ts'

export const SITE_KINDS = ['office', 'factory', 'hospital', 'school', 'station', 'gym'] as const
export type SiteKind = (typeof SITE_KINDS)[number]

export type PaymentMethod = 'CASH' | 'CREDIT_CARD' | 'RFID' | 'FREE' | 'BLIK'

/**
 * `often`: the number of such sites per ten machines. `days` from Monday and `hours` from midnight: relative traffic. `pay`: relative
 * frequency of payment methods. `dear`: the price level relative to the usual.
 */
type Site = { often: number; days: number[]; hours: number[]; pay: Record<'CASH' | 'CREDIT_CARD' | 'RFID' | 'FREE', number>; dear: number }

export const SITES: Record<SiteKind, Site> = {
  office: {
    often: 3,
    days: [10, 11, 11, 10, 8, 0.4, 0.2],
    hours: [0, 0, 0, 0, 0, 0, 1, 6, 12, 12, 9, 7, 8, 12, 10, 7, 5, 3, 1, 0, 0, 0, 0, 0],
    pay: { CASH: 30, CREDIT_CARD: 38, RFID: 27, FREE: 5 },
    dear: 0.95,
  },
  factory: {
    often: 2,
    days: [10, 10, 10, 10, 9, 4, 1.5],
    hours: [2, 3, 2, 1, 2, 8, 6, 5, 5, 11, 6, 6, 8, 9, 8, 4, 4, 5, 7, 4, 3, 7, 5, 3],
    pay: { CASH: 42, CREDIT_CARD: 25, RFID: 32, FREE: 1 },
    dear: 0.9,
  },
  hospital: {
    often: 1.8,
    days: [10, 10, 10, 10, 10, 7, 7.5],
    hours: [2, 2, 1, 1, 2, 4, 6, 7, 8, 9, 10, 8, 8, 9, 11, 11, 10, 8, 6, 5, 4, 4, 3, 2],
    pay: { CASH: 52, CREDIT_CARD: 36, RFID: 11, FREE: 1 },
    dear: 1.05,
  },
  school: {
    often: 1.4,
    days: [10, 10, 10, 10, 8, 0.3, 0],
    hours: [0, 0, 0, 0, 0, 0, 0, 8, 5, 15, 6, 14, 8, 12, 7, 6, 3, 2, 1, 0, 0, 0, 0, 0],
    pay: { CASH: 58, CREDIT_CARD: 40, RFID: 1, FREE: 1 },
    dear: 0.9,
  },
  station: {
    often: 1,
    days: [10, 10, 10, 10, 11, 7, 6],
    hours: [1, 1, 0, 0, 2, 8, 14, 15, 10, 6, 5, 5, 6, 6, 6, 8, 12, 13, 9, 6, 4, 4, 3, 2],
    pay: { CASH: 44, CREDIT_CARD: 55, RFID: 0, FREE: 1 },
    dear: 1.2,
  },
  gym: {
    often: 0.8,
    days: [10, 10, 9, 9, 8, 8, 7],
    hours: [0, 0, 0, 0, 0, 0, 4, 6, 5, 6, 6, 4, 4, 3, 3, 5, 9, 14, 15, 12, 8, 3, 0, 0],
    pay: { CASH: 25, CREDIT_CARD: 68, RFID: 6, FREE: 1 },
    dear: 1.1,
  },
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The share of an average day's sales in this hour. The shares of a week add up to 7. */
export function shareOfDay(kind: SiteKind, { weekday, hour }: LocalHour): number {
  const { days, hours } = SITES[kind]
  return ((days[weekday] ?? 0) / (sum(days) / 7)) * ((hours[hour] ?? 0) / sum(hours))
}

/** The payment methods at this kind of site in this country, with their frequency. */
export function paymentsAt(kind: SiteKind, country: string): { method: PaymentMethod; often: number }[] {
  const { CASH, CREDIT_CARD, RFID, FREE } = SITES[kind].pay
  const byPhone = country === 'PL' ? CREDIT_CARD * 0.4 : 0
  const all: { method: PaymentMethod; often: number }[] = [
    { method: 'CASH', often: CASH },
    { method: 'CREDIT_CARD', often: CREDIT_CARD - byPhone },
    { method: 'RFID', often: RFID },
    { method: 'FREE', often: FREE },
    { method: 'BLIK', often: byPhone },
  ]
  return all.filter(({ often }) => often > 0)
}
