import { type ReferredKind, referredBy } from './audit.ts'
import { toDecimal } from './money.ts'
import { fromIso, type Moment } from './time.ts'

/** The part of an audit log entry that can be shown: each changed field, before and after. */
export type Change = { about: About | null; field: string; before: Shown | null; after: Shown | null }

/** The part of the object that a change is about, such as a slot of a machine. */
export type About = { kind: 'slot' | 'product'; id: number } | { kind: 'slotNumber' | 'text'; name: string }

/** A value with its type, still without words. Amounts are decimals. */
export type Shown =
  | { as: 'money' | 'number' | 'percent'; value: number }
  /** Minutes since midnight, and the number of a day of the week; 1 is Monday. */
  | { as: 'timeOfDay' | 'weekday'; value: number }
  | { as: 'time'; at: Moment }
  /** As 2026-03-31. */
  | { as: 'day'; text: string }
  | { as: 'thing'; kind: ReferredKind; id: number }
  | { as: 'flag'; value: boolean }
  | { as: 'choice' | 'text'; text: string }
  | { as: 'list'; items: readonly Shown[] }

type Entry = { action: string; before: unknown; after: unknown }
type Fields = Record<string, unknown>
type Pair = { about: About | null; before: Fields; after: Fields | null }

/** In minor units. */
const MINOR = new Set(['vendPrice', 'balance', 'recurring', 'unitCostMinor', 'minimumMinor', 'amount'])
const MONEY = new Set([
  ...['lastCost', 'unitCost', 'creditAmount', 'recurringCreditAmount', 'funds', 'total'],
  ...['monthly', 'hourCost', 'kilometreCost', 'cashBoxAmount'],
])
const PERCENT = new Set(['tax', 'defaultTax', 'percent'])
const TIMES = new Set(['orderedAt', 'deliveredAt'])
const DAYS = new Set(['date', 'validFrom', 'expectedOn', 'defaultTaxValidFrom'])
const TIMES_OF_DAY = new Set(['worksFrom', 'worksUntil', 'pauseFrom', 'quietHours.from', 'quietHours.to'])
const WEEKDAYS = new Set(['weekdays', 'quietHours.days'])

/** Fields that are stored under another name than the one they are edited by. */
const SAME_AS: Record<string, string> = {
  balance: 'creditAmount',
  recurring: 'recurringCreditAmount',
  unitCostMinor: 'unitCost',
  minimumMinor: 'minimumOrder',
  paused: 'isPaused',
  lines: 'items',
  supplier: 'supplierId',
  to: 'movedTo',
}

/** Identifiers, which the entry's object or the part already shows, and values that only programs need. */
const UNSHOWN = new Set([
  'id',
  'userId',
  'slotId',
  'slotNumber',
  'command',
  'createdAt',
  'item',
  'creditBefore',
  'libraryId',
  'validity',
  'audit',
  'userAgent',
])

/** Entries that contain the changed, added and removed slots of a planogram. */
const PLANOGRAMS = new Set(['slots-copied', 'template-applied', 'template-added', 'template-changed', 'template-deleted'])

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** The changed fields of an entry. */
export function changesOf(entry: Entry, currency: string): Change[] {
  return pairsOf(entry).flatMap(({ about, before, after }) => {
    const [was, is] = [read(before, currency), after && read(after, currency)]
    // A change contains only the fields that it sets; something deleted has only its last values.
    const names = is === null ? was.keys() : isRemoval(entry.action) ? new Set([...was.keys(), ...is.keys()]) : is.keys()
    return [...names].flatMap((field): Change[] => {
      const change = { about, field, before: was.get(field) ?? null, after: is?.get(field) ?? null }
      return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change]
    })
  })
}

const isRemoval = (action: string) => action.endsWith('-deleted')

function pairsOf({ action, before, after }: Entry): Pair[] {
  if (PLANOGRAMS.has(action)) return copied(fieldsOf(before), fieldsOf(after))
  if (Array.isArray(before) || Array.isArray(after)) return matched(listOf(before), listOf(after))
  const [was, is] = [fieldsOf(before), isFields(after) ? after : null]
  const whole: Pair = { about: partOf(is ?? {}) ?? partOf(was), before: was, after: is }
  return [whole, ...partsIn(was, is)]
}

/** Lists of parts within an object, such as the lines of a purchase or the ingredients of a drink. */
const partsIn = (before: Fields, after: Fields | null): Pair[] =>
  (['items', 'ingredients'] as const).flatMap((name) => {
    const ofPart = (fields: Fields) => listOf(fields[name] ?? (name === 'items' ? fields.lines : undefined))
    return matched(ofPart(before), after ? ofPart(after) : [])
  })

/** Pairs the entries of two lists by what they are about. */
function matched(before: readonly Fields[], after: readonly Fields[]): Pair[] {
  const keyOf = (fields: Fields) => JSON.stringify(partOf(fields))
  const was = new Map(before.map((fields) => [keyOf(fields), fields]))
  const is = new Map(after.map((fields) => [keyOf(fields), fields]))
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((key): Pair[] => {
    const [old, now] = [was.get(key), is.get(key)]
    // The values of an edited slot contain its product, which is a changed value and not what the change is about.
    return [{ about: partOf(now ?? old ?? {}), before: inPart(old ?? {}), after: now ? inPart(now) : null }]
  })
}

/** Without the field that names the part. */
function inPart({ vendMethod, ...fields }: Fields): Fields {
  if (typeof fields.slotId === 'number') return fields
  const { productId, id, ...rest } = fields
  return rest
}

function partOf(fields: Fields): About | null {
  const { slotId, slotNumber, productId, id, shareAmount, vendMethod, quantity, maxQuantity } = fields
  if (typeof slotId === 'number') return { kind: 'slot', id: slotId }
  if (typeof slotNumber === 'string') return { kind: 'slotNumber', name: slotNumber }
  if (typeof productId === 'number' && (quantity !== undefined || maxQuantity !== undefined)) return { kind: 'product', id: productId }
  if (typeof id === 'number' && shareAmount !== undefined) return { kind: 'product', id }
  return typeof vendMethod === 'string' ? { kind: 'text', name: vendMethod } : null
}

/** A copied planogram: slots that were changed, added and removed, and the maximum of each ingredient. */
function copied(before: Fields, after: Fields): Pair[] {
  const { created, changed, ingredients, ...rest } = after
  const { removed, ...was } = before
  const numbered = ({ slotNumber }: Fields): About => ({ kind: 'slotNumber', name: String(slotNumber) })
  return [
    { about: null, before: was, after: rest },
    ...listOf(changed).map((slot) => ({ about: numbered(slot), before: fieldsOf(slot.from), after: fieldsOf(slot.to) })),
    ...listOf(created).map((slot) => ({ about: numbered(slot), before: {}, after: slot })),
    ...listOf(removed).map((slot) => ({ about: numbered(slot), before: slot, after: null })),
    ...listOf(ingredients).map(({ productId, from, to }) => ({
      about: { kind: 'product' as const, id: Number(productId) },
      before: { maxQuantity: from },
      after: { maxQuantity: to },
    })),
  ]
}

/** The fields with their values, under the names by which they are edited. Empty values are left out. */
function read(fields: Fields, currency: string): Map<string, Shown | null> {
  const shown = new Map<string, Shown | null>()
  for (const [name, value] of Object.entries(fields)) {
    const field = SAME_AS[name] ?? name
    if (UNSHOWN.has(name) || field === 'items' || name === 'ingredients') continue
    if (name === 'paused') shown.set(field, { as: 'flag', value: value !== null })
    else shown.set(field, shownOf(name, name === 'supplier' && isFields(value) ? value.identifier : value, currency))
  }
  return shown
}

function shownOf(field: string, value: unknown, currency: string): Shown | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return { as: 'flag', value }
  if (typeof value === 'number') return figure(SAME_AS[field] === 'supplierId' ? 'supplierId' : field, value, currency)
  if (typeof value === 'string') {
    if (TIMES.has(field) && !Number.isNaN(Date.parse(value))) return { as: 'time', at: fromIso(value) }
    if (DAYS.has(field) && /^\d{4}-\d\d-\d\d$/.test(value)) return { as: 'day', text: value }
    return { as: /^[A-Z][A-Z\d_]+$/.test(value) ? 'choice' : 'text', text: value }
  }
  // The same names have another meaning elsewhere.
  const nameOf = (name: string) => (Array.isArray(value) ? field : field === 'quietHours' ? `${field}.${name}` : name)
  const items = Object.entries(value).flatMap(([name, item]) => shownOf(nameOf(name), item, currency) ?? [])
  return items.length > 0 ? { as: 'list', items } : null
}

function figure(field: string, value: number, currency: string): Shown {
  const kind = referredBy(field)
  if (kind) return { as: 'thing', kind, id: value }
  if (MINOR.has(field)) return { as: 'money', value: toDecimal(value, currency) }
  if (MONEY.has(field)) return { as: 'money', value }
  if (TIMES.has(field)) return { as: 'time', at: value }
  if (TIMES_OF_DAY.has(field)) return { as: 'timeOfDay', value }
  if (WEEKDAYS.has(field)) return { as: 'weekday', value }
  return { as: PERCENT.has(field) ? 'percent' : 'number', value }
}

/** Names without a text of their own: `apnName` is “Apn name”, `DEVICE_MANAGER` is “Device manager”. */
export function readable(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
