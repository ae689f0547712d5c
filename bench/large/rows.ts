import { momentOf, type SoldFleet, salesOf } from './sold.ts'

/** Rows are sent in pieces of this many machines. */
const MACHINES = 500

/** Walks the days in order, as rows are written in practice. */
function* pieces(fleet: SoldFleet, from: number, lines: (place: number, day: number, date: string) => string): Generator<string> {
  for (let day = from; day < fleet.days.length; day++)
    for (let first = 0; first < fleet.machines.length; first += MACHINES) {
      let piece = ''
      for (let place = first; place < Math.min(first + MACHINES, fleet.machines.length); place++)
        piece += lines(place, day, fleet.days[day] ?? '')
      yield piece
    }
}

export const TRANSACTIONS = 'transactions (company_id, id, machine_id, at, amount_minor, type, slot_number, product_id, received_at)'
export const transactionRows = (fleet: SoldFleet) =>
  pieces(fleet, 0, (place, day, date) => {
    let rows = ''
    for (const sale of salesOf(fleet, place, day)) {
      const at = momentOf(date, sale)
      rows += `${fleet.company}\t${sale.id}\t${fleet.machines[place]}\t${at}\t${sale.minor}\t${sale.type}\t${sale.slot}\t${sale.product}\t${at}\n`
    }
    return rows
  })

export const DAILY_SALES = 'daily_sales (company_id, day, machine_id, product_id, type, count, turnover_minor)'
export const dailyRows = (fleet: SoldFleet) =>
  pieces(fleet, 0, (place, day, date) =>
    sums(fleet, place, day, ({ product, type }) => `${product}\t${type}`)
      .map(([key, count, minor]) => `${fleet.company}\t${date}\t${fleet.machines[place]}\t${key}\t${count}\t${minor}\n`)
      .join(''),
  )

export const MACHINE_DAYS = 'machine_days (company_id, day, machine_id, type, count, turnover_minor)'
export const machineDayRows = (fleet: SoldFleet) =>
  pieces(fleet, 0, (place, day, date) =>
    sums(fleet, place, day, ({ type }) => type)
      .map(([key, count, minor]) => `${fleet.company}\t${date}\t${fleet.machines[place]}\t${key}\t${count}\t${minor}\n`)
      .join(''),
  )

export const MOVEMENTS = 'movements (company_id, stock_point_id, effective_at, operation_id, line, kind, cause, quantity)'
/** The movements of sales from a day on. `points`: the stock points by machine and slot. */
export const movementRows = (fleet: SoldFleet, from: number, points: readonly (readonly number[])[]) =>
  pieces(fleet, from, (place, day, date) => {
    let rows = ''
    for (const sale of salesOf(fleet, place, day))
      rows += `${fleet.company}\t${points[place]?.[sale.slot - 1]}\t${momentOf(date, sale)}\t${sale.id}\t0\tdelta\tSALE\t-1000\n`
    return rows
  })

function sums(fleet: SoldFleet, place: number, day: number, keyOf: (sale: ReturnType<typeof salesOf>[number]) => string) {
  const found = new Map<string, [string, number, number]>()
  for (const sale of salesOf(fleet, place, day)) {
    const key = keyOf(sale)
    const sum = found.get(key)
    if (sum) {
      sum[1]++
      sum[2] += sale.minor
    } else found.set(key, [key, 1, sale.minor])
  }
  return [...found.values()]
}
