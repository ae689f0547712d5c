import { type Counter, NOT_REPORTED, type Sales, sumOf } from './counter.ts'
import type { MachineTime } from './machine-time.ts'
import type { Page } from './page.ts'
import { isCurrency } from './scale.ts'
import type { Segment } from './segments.ts'

/** One selection: its vends, and what the machine reports about its product. */
export type Selection = {
  /** As the machine writes it: "A1", "010". */
  number: string
  name: string | null
  price: number | null
  capacity: number | null
  level: number | null
  /** No button or no spiral, although it has counters. */
  isMissing: boolean
  /** Counts something other than products: drinks without a cup, a currency. */
  isPseudo: boolean
  paid: Sales
  /** Source of `paid`: the selection's own total, or the sum of its payments or price lists. */
  paidBy: 'selection' | 'payments' | 'price-lists' | null
  free: Sales
  test: Sales
  payments: Payment[]
  priceLists: PriceList[]
  /** The last sale, or the time it sold out: makers differ. */
  lastAt: MachineTime | null
  triesWhileSoldOut: number | null
  line: number
}

/** Vends by one means of payment at one price: CA cash, DA and DB cashless, TA tokens; other codes are kept. */
export type Payment = { means: string; list: string; price: number | null; sales: Sales }

/** The old form: vends at a price, for any means of payment. */
type PriceList = { list: string; price: number | null; vends: Counter }

/** Seventy are many; no machine reaches this limit. */
const MAX_SELECTIONS = 500

/** Four means of payment at ten price lists. */
const MAX_PRICES = 40

const PSEUDO = /^(NO|WITHOUT|OHNE|SANS|SENZA|SIN) (CUP|BECHER|GOBELET|BICCHIERE|VASO)/i

export function readSelections(page: Page): Selection[] {
  const selections = new Map<string, Selection>()
  const find = (number: string | null, line: number): Selection | null => {
    if (number === null) return null
    const known = selections.get(number)
    if (known) return known
    if (selections.size >= MAX_SELECTIONS) {
      page.warn('TOO_MANY', line)
      return null
    }
    const made = empty(number, line)
    selections.set(number, made)
    return made
  }

  const opened = new Set<string>()
  let current: Selection | null = null
  for (const segment of page.segments) {
    const { tag, line } = segment
    if (tag === 'PA1') {
      const number = page.text(segment, 1)
      current = number !== null && !opened.has(number) ? find(number, line) : null
      if (current) {
        opened.add(current.number)
        describe(page, segment, current)
      } else if (number !== null && opened.has(number)) page.warn('REPEATED', line)
    } else if (tag === 'PA7') addPayment(page, segment, find(page.text(segment, 1), line))
    else if (tag === 'LA1') addPriceList(page, segment, find(page.text(segment, 2), line))
    else if (BLOCKS.has(tag)) {
      if (current) addBlock(page, segment, current)
      else if (opened.size === 0) page.warn('WITHOUT_SELECTION', line)
    }
  }
  const all = [...selections.values()]
  exchangeIfSwapped(page, all)
  for (const selection of all) total(page, selection)
  return all
}

const BLOCKS = new Set(['PA2', 'PA3', 'PA4', 'PA5'])

function addBlock(page: Page, segment: Segment, selection: Selection) {
  if (segment.tag === 'PA2') {
    if (selection.paidBy) return page.warn('REPEATED', segment.line)
    selection.paid = page.countFirst(segment)
    selection.paidBy = 'selection'
  } else if (segment.tag === 'PA3' || segment.tag === 'PA4') {
    // The line of the next selection is missing where a block comes twice.
    const kind = segment.tag === 'PA3' ? 'test' : 'free'
    if (selection[kind] !== NOT_REPORTED) return page.warn('REPEATED', segment.line)
    selection[kind] = page.countFirst(segment)
  } else {
    selection.lastAt = page.time(segment, 1, 2)
    selection.triesWhileSoldOut = page.number(segment, 3)
  }
}

function describe(page: Page, segment: Segment, selection: Selection) {
  selection.line = segment.line
  selection.price = page.amount(segment, 2)
  selection.name = page.text(segment, 3)
  selection.capacity = page.number(segment, 4)
  selection.isMissing = page.number(segment, 7) === 1
  selection.level = page.number(segment, 8)
  selection.isPseudo = selection.name !== null && (PSEUDO.test(selection.name) || isCurrency(selection.name))
}

function addPayment(page: Page, segment: Segment, selection: Selection | null) {
  if (!selection) return
  const [means, list] = [page.text(segment, 2) ?? '', page.text(segment, 3) ?? '']
  if (selection.payments.length >= MAX_PRICES || selection.payments.some((known) => known.means === means && known.list === list))
    return page.warn('REPEATED', segment.line)
  selection.payments.push({ means, list, price: page.amount(segment, 4), sales: page.countFirst(segment, 5) })
}

function addPriceList(page: Page, segment: Segment, selection: Selection | null) {
  if (!selection) return
  const list = page.text(segment, 1) ?? ''
  if (selection.priceLists.length >= MAX_PRICES || selection.priceLists.some((known) => known.list === list))
    return page.warn('REPEATED', segment.line)
  selection.priceLists.push({ list, price: page.amount(segment, 3), vends: page.counts(segment, 5, 4) })
}

/**
 * A counter since the last reset never exceeds the counter since init. If it does in more selections than not, the maker has swapped the
 * two.
 */
function exchangeIfSwapped(page: Page, selections: readonly Selection[]) {
  let [own, paid] = [0, 0]
  for (const selection of selections) {
    own += lead(selection.paid) + lead(selection.free) + lead(selection.test)
    for (const { sales } of selection.payments) paid += lead(sales)
  }
  if (own < 0 || paid < 0) page.warn('INIT_AND_RESET_SWAPPED', selections[0]?.line ?? page.line)
  for (const selection of selections) {
    if (own < 0) Object.assign(selection, { paid: swapped(selection.paid), free: swapped(selection.free), test: swapped(selection.test) })
    if (paid < 0) for (const payment of selection.payments) payment.sales = swapped(payment.sales)
  }
}

/** 1 if "since init" is higher, as it should be; −1 if it is lower. */
const lead = ({ count: { init, reset } }: Sales): number => (init === null || reset === null ? 0 : Math.sign(init - reset))

const swapped = ({ count, value }: Sales): Sales => ({
  count: { init: count.reset, reset: count.init },
  value: { init: value.reset, reset: value.init },
})

/** A selection without its own total gets the sum of its parts, except in a cut audit, where parts may be missing. */
function total(page: Page, selection: Selection) {
  const { payments, priceLists, paid, line } = selection
  const paidIn: Sales = {
    count: sumOf(payments.map(({ sales }) => sales.count)),
    value: sumOf(payments.map(({ sales }) => sales.value)),
  }
  if (selection.paidBy) {
    const isAddedUp = paidIn.count.init === null || paid.count.init === null || paidIn.count.init === paid.count.init
    if (page.isWhole && !isAddedUp) page.warn('PAYMENTS_DO_NOT_ADD_UP', line)
  } else if (page.isWhole && paidIn.count.init !== null) Object.assign(selection, { paid: paidIn, paidBy: 'payments' })
  else if (page.isWhole && priceLists.length > 0) {
    const vends = sumOf(priceLists.map(({ vends }) => vends))
    Object.assign(selection, { paid: { count: vends, value: NOT_REPORTED.value }, paidBy: 'price-lists' })
  }
}

const empty = (number: string, line: number): Selection => ({
  number,
  name: null,
  price: null,
  capacity: null,
  level: null,
  isMissing: false,
  isPseudo: false,
  paid: NOT_REPORTED,
  paidBy: null,
  free: NOT_REPORTED,
  test: NOT_REPORTED,
  payments: [],
  priceLists: [],
  lastAt: null,
  triesWhileSoldOut: null,
  line,
})
