import { plainTax, TAX_PHRASE, withoutTax } from './tax-words.ts'

/** Observations about the amounts of a file: whether they are in cents, and whether they are per piece. */
type AmountFacts = {
  whole: number
  fractions: number
  /** The first amounts of one piece, without zeros. */
  first: number[]
  /** Rows with several pieces, and how many of them indicate that the amount is per piece or in total. */
  several: number
  unit: number
  total: number
  /** The amount per piece of a product. */
  ofOne: Map<string, number>
}

export const noAmounts = (): AmountFacts => ({ whole: 0, fractions: 0, first: [], several: 0, unit: 0, total: 0, ofOne: new Map() })

const ENOUGH = 2_000
const isSame = (one: number, other: number) => Math.abs(one - other) < 0.005

/** `text`: the amount as written. `isInUnits`: its cell shows it with a currency. */
type AmountRow = { amount: number; text: string; isInUnits: boolean; price: number | null; quantity: number; product: string }

/** Explicit decimals, including zeros; three digits may be thousands. */
const DECIMALS = /[.,](?:\d{1,2}|\d{4,})\D*$/

export function seeAmount(facts: AmountFacts, { amount, text, isInUnits, price, quantity, product }: AmountRow): void {
  if (amount === 0) return
  if (!isInUnits && Number.isInteger(amount) && !DECIMALS.test(text)) facts.whole++
  else facts.fractions++
  const size = Math.abs(amount)
  const pieces = Number.isInteger(quantity) && quantity > 0 ? quantity : 1
  if (facts.first.length < ENOUGH) facts.first.push(size)
  if (pieces === 1) {
    if (product !== '' && facts.ofOne.size < ENOUGH && !facts.ofOne.has(product)) facts.ofOne.set(product, size)
    return
  }
  facts.several++
  const one = price ?? facts.ofOne.get(product) ?? null
  if (one === null) return
  if (isSame(size, one)) facts.unit++
  else if (isSame(size, one * pieces)) facts.total++
}

/** The median of some numbers; 0 for none. */
const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? 0

/** Headers of amounts in the smallest unit of a currency. */
const CENTS =
  /\b(?:cents?|ct|minor(?: units?)?|pence|pennies|groszy?|grosze|gr|centavos?|centimes?|centesimi|centimos?|céntimos?|öre|øre|ore|haléř[ůe]?|kuruş|kopecks?|копе(?:йк|ек)[а-я]*|stotin|fillér|bani|senti)\b|[（([]分[)）\]]|（分）/iu
export const isInCents = (head: string): boolean => CENTS.test(head.replaceAll(/[_-]/g, ' '))

/** Currencies in which hardly any machine product costs 40 or more. */
const STRONG = new Set([
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'AUD',
  'CAD',
  'NZD',
  'SGD',
  'PLN',
  'BGN',
  'RON',
  'BRL',
  'KWD',
  'AED',
  'SAR',
  'ILS',
  'HRK',
  'LTL',
  'LVL',
])

/** Currencies in which a product costs thousands or more. */
const LARGE = new Set(['ARS', 'COP', 'IDR', 'IQD', 'IRR', 'KHR', 'LAK', 'LBP', 'MMK', 'MNT', 'NGN', 'TZS', 'UZS', 'VND'])
/** Below the first, an amount is in units; from the second, it is in the smallest unit or a sum. */
const sizesIn = (currency: string) =>
  (STRONG.has(currency) ? [20, 40] : LARGE.has(currency) ? [50_000, 150_000] : [1_000, 2_500]) as [number, number]

/**
 * Whether amounts are in the smallest unit: whole numbers, about a hundred times the company's own prices, or typical prices in its
 * currency. If `isSure` is false, the user has to confirm it.
 */
export function scaleOf(
  { whole, fractions, first }: AmountFacts,
  { currency, decimals, price }: { currency: string; decimals: number; price: number | null },
): { inMinor: boolean; isSure: boolean } {
  if (decimals === 0 || whole === 0 || fractions > 0) return { inMinor: false, isSure: true }
  const middle = median(first)
  if (price !== null && price > 0) {
    const times = middle / price
    return { inMinor: times > 10, isSure: times < 5 }
  }
  const [few, many] = sizesIn(currency)
  return { inMinor: middle >= many, isSure: middle < few }
}

/** Sales of which only the day, the machine and the amount are known are likely to be totals of a day. */
const PART_OF_BARE = 4

/**
 * Whether nearly all amounts of one piece are far above the price of a machine's product, as sums and readings of counters are. `unit`: the
 * amount that is one whole unit of the currency, such as 100 if amounts are in cents.
 */
export function areSums(
  { first, several, whole, fractions }: AmountFacts,
  { currency, unit, isBare }: { currency: string; unit: number; isBare: boolean },
): boolean {
  if (several * 2 > whole + fractions || first.length === 0) return false
  const small = (first.toSorted((a, b) => a - b)[Math.floor(first.length / 10)] ?? 0) / unit
  return small >= sizesIn(currency)[1] / (isBare ? PART_OF_BARE : 1)
}

/** Whether the amount of a row with several pieces is the price of one. */
export function pieceOf(facts: AmountFacts, isPriceHead: boolean): { unitPrice: boolean; isSure: boolean } {
  if (facts.unit !== facts.total) {
    const unitPrice = facts.unit > facts.total
    return { unitPrice, isSure: Math.min(facts.unit, facts.total) === 0 && !unitPrice }
  }
  return { unitPrice: isPriceHead, isSure: false }
}

const PRICE_HEAD = /price|preis|cena|precio|preco|prix|prezzo|цена|単価|价格|fiyat|prijs|\bpris\b|hinta|pret\b|\bar\b|سعر/u
/** Whether a header in the form of `plainHead` names a price rather than a total. */
export const isPriceHead = (head: string): boolean => PRICE_HEAD.test(head)

const NET =
  /\bnet(?:to|to?s|a|os?)?\b|\bneto\b|\bl[ií]quid[oa]s?\b|\bexcl|\bexkl|\bohne\b|\bht\b|hors tax|ex\.? ?(?:vat|gst|tax)|税抜|税别|不含税|未税|صاف|net of/iu
const GROSS = /\bgross\b|\bbrutto?s?\b|\bbruto\b|\bincl|\binkl|\bttc\b|inc\.? ?(?:vat|gst|tax)|税込|含税|إجمالي/iu
/** Whether a header indicates an amount without or with tax. */
export function taxOfHead(head: string): 'NET' | 'GROSS' | null {
  const words = TAX_PHRASE.exec(plainTax(head))
  if (words) return words[1] === undefined && words[3] === undefined ? 'NET' : 'GROSS'
  return GROSS.test(head) ? 'GROSS' : NET.test(head) ? 'NET' : null
}

const NO_AMOUNT =
  /\b(?:vat|tax|gst|mwst|ust|iva|tva|btw|moms|dph|kdv|alv|afa|podatek|steuer|taxe|imposto|impuesto|imposta|cost|costs|kosten|koszt|costo|cout|custo|margin|profit|marge|zysk|balance|saldo|guthaben|solde|stan|credit left|change|ruckgeld|reszta|fee|fees|gebuhr|prowizja|discount|rabatt?|rabat|remise|sconto|descuento|desconto|tip|trinkgeld|pourboire|temperature|counter|count|opening|closing|reading|min|max|minimum|maximum|par|capacity|inventory|on hand|points|stock|bestand|weight|id|no|nr|number|numer|code|kod|lat|lng|lon|latitude|longitude|year|month|day|hour|week|uhrzeit|klokkeslæt|klokkeslett|heure|godzina|kello|saati?)\b|ндс|налог|комисс|остаток|себестоим|税|手续费|手数料|余额|残高|原価|成本|库存|ضريبة|رسوم|رصيد/u
/** Whether a header in the form of `plainHead` names a number other than the amount paid. */
export const isNoAmount = (head: string): boolean => NO_AMOUNT.test(withoutTax(head))
