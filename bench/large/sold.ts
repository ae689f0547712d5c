/** A fleet as it is generated: ids by place. */
export type SoldFleet = {
  company: number
  machines: readonly number[]
  products: readonly number[]
  slots: number
  /** Sales per machine and day on average; at least 3. */
  perDay: number
  /** From the first day; ISO dates. */
  days: readonly string[]
  seed: number
}

type Sale = { id: string; minute: number; slot: number; product: number; minor: number; type: string }

/** Sales are made between 6:00 and 20:59 in UTC, which is one day in Europe. */
const OPENS = 6 * 60
const OPEN_MINUTES = 15 * 60

const WORDS = Array.from({ length: 65_536 }, (_, word) => word.toString(16).padStart(4, '0'))
const TIMES = Array.from({ length: 1_440 }, (_, minute) => {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}:00Z`
})

/** The moment of a sale in the text format of PostgreSQL. */
export const momentOf = (day: string, { minute }: Sale): string => `${day}T${TIMES[minute]}`

/** The product in a slot, by its place. */
const placeOf = (machine: number, slot: number, products: number): number => (machine * 7 + slot * 12) % products

/** The sales of one machine on one day, which depend only on the seed, the machine and the day. */
export function salesOf({ machines, products, slots, perDay, seed }: SoldFleet, place: number, day: number): Sale[] {
  const random = randomOf(seed, place, day)
  const machine = machines[place] ?? 0
  const count = 3 + Math.floor((random() / 2 ** 32) * (2 * (perDay - 3) + 1))
  return Array.from({ length: count }, () => {
    const share = random() / 2 ** 32
    // The first slots sell most.
    const slot = 1 + Math.floor(slots * share * share)
    const at = placeOf(machine, slot, products.length)
    const kind = random() % 10
    const ways = [random(), random(), random(), random()] as const
    return {
      id: uuidOf(ways),
      minute: OPENS + (ways[0] % OPEN_MINUTES),
      slot,
      product: products[at] ?? 0,
      minor: 100 + (at % 20) * 10,
      type: kind < 3 ? 'CASH' : kind < 9 ? 'CREDIT_CARD' : 'RFID',
    }
  })
}

function uuidOf([a, b, c, d]: readonly [number, number, number, number]): string {
  const high = (word: number) => WORDS[word >>> 16] ?? ''
  const low = (word: number) => WORDS[word & 0xffff] ?? ''
  return `${high(a)}${low(a)}-${high(b)}-4${low(b).slice(1)}-8${high(c).slice(1)}-${low(c)}${high(d)}${low(d)}`
}

/** Numbers of 32 bits: xorshift128, whose state is mixed from the three. */
function randomOf(seed: number, place: number, day: number): () => number {
  let [x, y, z, w] = [mixed(seed, 1), mixed(place, seed), mixed(day, place + 1), mixed(seed ^ day, place)]
  return () => {
    const t = x ^ (x << 11)
    x = y
    y = z
    z = w
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8)
    return w >>> 0
  }
}

function mixed(value: number, salt: number): number {
  let hash = Math.imul(value ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(salt + 1, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return (hash ^ (hash >>> 15)) | 1
}
