import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { recall, remember } from '#app/data/local-settings.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import type { ProductId } from '#domain/ids.ts'
import { parseBestBefore } from '#domain/stock/best-before.ts'

const today = () => dayOf(Date.now(), getSession().account.timezone)

/** The day that was typed, as 2026-12-03; null if it is none. */
export const dateFromText = (typed: string): string | null => parseBestBefore(typed, { isDayFirst: formats().isDayFirst, today: today() })

/** A day such as 2026-12-03 as it would be typed. */
export function textOf(iso: string): string {
  const [year = '', month = '', day = ''] = iso.split('-')
  return formats().isDayFirst ? `${day}${month}${year}` : `${month}${day}${year}`
}

const keyOf = (product: ProductId) => `bestBefore:${getSession().account.companyId}:${product}`

/** The last date of a product on this device, which the next machine often gets too; null if there is none or it has passed. */
export function lastBestBefore(product: ProductId): string | null {
  const day = recall(keyOf(product))
  return day !== null && day >= isoDay(today()) ? day : null
}

export function noteBestBefores(lines: readonly { place: { productId: ProductId }; bestBefore?: string | undefined }[]): void {
  for (const { place, bestBefore = '' } of lines) {
    const day = dateFromText(bestBefore)
    if (day !== null) remember(keyOf(place.productId), day)
  }
}

/** Whether a date was typed that is no day. */
export const hasWrongDate = (lines: readonly { bestBefore?: string | undefined }[]): boolean =>
  lines.some(({ bestBefore = '' }) => bestBefore.trim() !== '' && dateFromText(bestBefore) === null)
