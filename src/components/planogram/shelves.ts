/**
 * The slots of a machine, shelf by shelf, as their numbers tell: 11 to 18 and 21 to 28, or A1 to A8 and B1 to B6. Numbers without such a
 * pattern are one shelf that wraps. The order within a shelf is the given one.
 */
export function shelvesOf<T>(slots: readonly T[], numberOf: (slot: T) => string | null): T[][] {
  if (slots.length === 0) return []
  const shelfOf = shelfRule(slots.map((slot) => numberOf(slot)?.trim() ?? ''))
  if (!shelfOf) return [[...slots]]
  const shelves = new Map<string, T[]>()
  for (const slot of slots) {
    const shelf = shelfOf(numberOf(slot)?.trim() ?? '')
    shelves.set(shelf, [...(shelves.get(shelf) ?? []), slot])
  }
  return [...shelves.values()]
}

const LETTERED = /^(\p{L}+)[-. ]?\d+$/u
const DIGITS = /^\d{2,}$/

function shelfRule(numbers: readonly string[]): ((number: string) => string) | null {
  if (numbers.every((number) => LETTERED.test(number))) return (number) => (LETTERED.exec(number)?.[1] ?? '').toUpperCase()
  const length = numbers[0]?.length ?? 0
  if (!numbers.every((number) => DIGITS.test(number) && number.length === length)) return null
  // 101 to 138 have one leading digit in common, so that the second one names the shelf.
  for (let digits = 1; digits < length; digits++) {
    if (new Set(numbers.map((number) => number.slice(0, digits))).size > 1) return (number) => number.slice(0, digits)
  }
  return null
}
