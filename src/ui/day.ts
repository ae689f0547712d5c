/** `2026-03-31` as 31-03-2026; empty stays empty. */
export const dayText = (day: string): string => (day === '' ? '' : day.split('-').toReversed().join('-'))

/** Parses dd-MM-yyyy with any separator or none to `2026-03-31`; null if there is no such day. */
export function dayIn(typed: string): string | null {
  const [, day, month, year] = /^(\d{1,2})[-./\s]?(\d{1,2})[-./\s]?(\d{4})$/.exec(typed.trim()) ?? []
  if (!day || !month || !year) return null
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? null : text
}
