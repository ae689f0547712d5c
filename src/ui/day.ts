/** `2026-03-31` as 31-03-2026; nothing for nothing. */
export const dayWords = (day: string): string => (day === '' ? '' : day.split('-').toReversed().join('-'))

/** What was typed as dd-MM-yyyy, with any sign between its parts or none: `2026-03-31`; null where the calendar has no such day. */
export function dayIn(typed: string): string | null {
  const [, day, month, year] = /^(\d{1,2})[-./\s]?(\d{1,2})[-./\s]?(\d{4})$/.exec(typed.trim()) ?? []
  if (!day || !month || !year) return null
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? null : text
}
