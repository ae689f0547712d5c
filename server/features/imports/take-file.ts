import type { ImportChoices, ImportCounts, ImportPreview } from '#contract/imports.ts'
import type { CompanyId } from '#domain/ids.ts'
import { nameKey, shown } from '#domain/imports/cell.ts'
import { dateIn, noDates, orderOf, seeDate } from '#domain/imports/dates.ts'
import { FIELDS } from '#domain/imports/fields.ts'
import { plainHead } from '#domain/imports/heads.ts'
import { decimalOf, noNumbers, seeNumber } from '#domain/imports/numbers.ts'
import { productsIn as productsNamed } from '#domain/imports/product-text.ts'
import { roleOf, shownFields, type Understanding, understand } from '#domain/imports/recognise.ts'
import { stateOf } from '#domain/imports/words.ts'
import type { ImportKind, ImportNote } from '#domain/imports.ts'
import { type Moment, toIso } from '#domain/time.ts'
import type { Ways } from '../../database/company-ways.ts'
import type { Db } from '../../database/database.ts'
import { echoed, type Problem, type ReadingWays, type Row, readRow } from '../../files/read-rows.ts'
import type { Line, Unreadable } from '../../files/read-table.ts'
import type { Change } from '../../sync/feed.ts'
import {
  addMachines,
  addProducts,
  addSales,
  addSlots,
  knownTo,
  type NewMachine,
  type NewProduct,
  rememberedMapping,
  savedMappings,
} from './imports.store.ts'
import { type Exactness, knownSales, settledSales, type Taken } from './known-sales.ts'
import { machineNamed, machinesIn, productsIn, salesOf, slotsIn } from './understand.ts'

/** Gives the rows of a file in batches, as often as it is asked; false ends it. */
export type Lines = (take: (lines: Line[], progress: number) => Promise<boolean | undefined>) => Promise<Unreadable | null>
/** One transaction of the company: the caller's own, or one a batch. */
export type InDb = <T>(work: (db: Db) => Promise<T>) => Promise<T>

export type Brought = {
  kind: ImportKind
  lines: Lines
  choices: ImportChoices
  company: CompanyId
  importId: string
  now: Moment
  ways: Ways
  inDb: InDb
  /** Keeps what the import has created so far, in the transaction that creates it. */
  noteCreated?: (db: Db, created: Created) => Promise<unknown>
}

/** How a file is read, and what was seen of it. */
export type Reading = {
  understanding: Understanding
  ways: ReadingWays
  mappingKey: string
  exactness: Exactness
  idHead: string | null
  firstRows: { number: number; cells: string[] }[]
  sample: string[][]
  headerNumber: number | null
  dates: ImportPreview['dates']
  decimal: ImportPreview['decimal']
  saved: ImportPreview['saved']
}

/** The heads and columns are understood from so many rows. */
const BEGINNING = 230
const FIRST_ROWS = 20
const SAMPLE = 5
const SHOWN_COLUMNS = 60
/** So many problems and names are told, and so many letters of bad rows. */
const MOST_PROBLEMS = 1_000
const MOST_NAMES = 100
const MOST_BAD = 300_000

/** Reads a file once to decide how it is read: its heads, its columns, and the order of its dates and its decimal mark over all rows. */
export async function readingOf(brought: Brought): Promise<Reading | Unreadable> {
  const { kind, choices, company, inDb, lines, now, ways } = brought
  const { known, saved } = await inDb(async (db) => ({ known: await knownTo(db, company), saved: await savedMappings(db, company, kind) }))
  const names = { machines: new Set(known.machines.keys()), products: new Set(known.products.keys()) }
  let beginning: Line[] = []
  let understanding: Understanding | null = null
  let mappingKey = ''
  let headerNumber: number | null = null
  const dates = noDates()
  const numbers = noNumbers()
  const see = (line: Line) => {
    const { mapping, heads } = understanding as Understanding
    if (headerNumber !== null && line.number <= headerNumber) return
    if (roleOf(line.cells, kind, mapping, heads) !== 'DATA') return
    if (mapping.at !== undefined) seeDate(dates, line.cells[mapping.at])
    if (mapping.time !== undefined && shown(line.cells[mapping.time]) !== '') {
      dates.hasTime = true
      dates.hasSeconds ||= /\d:\d\d:\d\d/.test(shown(line.cells[mapping.time]))
    }
    for (const field of ['amount', 'price', 'cost', 'fee']) if (mapping[field] !== undefined) seeNumber(numbers, line.cells[mapping[field]])
  }
  const begin = async () => {
    const header =
      choices.header === undefined
        ? undefined
        : choices.header === null
          ? null
          : beginning.findIndex(({ number }) => number === choices.header)
    const asked = {
      known: names,
      withMachines: choices.fixed?.machine === undefined,
      ...(header === undefined || (header !== null && header < 0) ? {} : { header }),
    }
    const proposed = understand(beginning, kind, asked)
    mappingKey = proposed.heads.map(plainHead).join('|').slice(0, 4_000)
    const mapping = choices.mapping ?? (await inDb((db) => rememberedMapping(db, company, kind, mappingKey)))
    understanding = mapping ? understand(beginning, kind, { ...asked, mapping }) : proposed
    headerNumber = understanding.header === null ? null : (beginning[understanding.header]?.number ?? null)
    for (const line of beginning) see(line)
  }
  const first: Line[] = []
  const unreadable = await lines(async (batch) => {
    if (first.length < BEGINNING) first.push(...batch.slice(0, BEGINNING - first.length))
    if (understanding) for (const line of batch) see(line)
    else {
      beginning.push(...batch)
      if (beginning.length >= BEGINNING) await begin()
    }
    return true
  })
  if (unreadable) return unreadable
  if (!understanding) await begin()
  beginning = []
  const found = understanding as unknown as Understanding
  const decided = orderOf(dates, { now: now + 86_400_000, vendor: found.dateOrder })
  const order = choices.dateOrder ?? decided.order
  const isSure = choices.dateOrder !== undefined || decided.by !== 'GUESS'
  const { mark, doubt } = decimalOf(numbers)
  const head = (field: string) => (found.mapping[field] === undefined ? '' : (found.heads[found.mapping[field]] ?? ''))
  const readAs = (text: string, as: typeof order) => {
    const read = dateIn(text, as)
    return read === null ? null : new Date(read.wall).toISOString()
  }
  const data = first.filter(
    ({ number, cells }) => (headerNumber === null || number > headerNumber) && roleOf(cells, kind, found.mapping, found.heads) === 'DATA',
  )
  return {
    understanding: found,
    ways: {
      timezone: ways.timezone,
      order,
      mark: choices.decimal ?? mark,
      isUtc: /\b(gmt|utc)\b/i.test(head('at')),
      fixed: choices.fixed ?? {},
    },
    mappingKey,
    exactness: dates.hasSeconds ? 'SECOND' : dates.hasTime ? 'MINUTE' : 'DAY',
    idHead: found.mapping.id === undefined ? null : plainHead(head('id')),
    firstRows: first.slice(0, FIRST_ROWS).map(({ number, cells }) => ({ number, cells: cells.slice(0, SHOWN_COLUMNS).map(echoed) })),
    sample: data.slice(0, SAMPLE).map(({ cells }) => found.heads.map((_, column) => echoed(cells[column]))),
    headerNumber,
    dates:
      dates.parted === 0
        ? null
        : {
            order,
            isSure,
            isMixed: decided.isMixed,
            example:
              decided.example === null
                ? null
                : {
                    text: decided.example,
                    dayFirst: readAs(decided.example, 'DAY_FIRST'),
                    monthFirst: readAs(decided.example, 'MONTH_FIRST'),
                  },
          },
    decimal: numbers.numbers === 0 ? null : { mark: choices.decimal ?? mark, doubt: choices.decimal ? null : doubt },
    saved,
  }
}

export type Outcome = {
  counts: ImportCounts
  rows: number
  problems: Problem[]
  problemCount: number
  notes: { note: ImportNote; count: number }[]
  unknown: { machines: string[]; products: string[] }
  badRows: string
  period: { from: string; until: string } | null
  created: Created
  changes: Change[]
}
export type Created = { machines: number[]; products: number[]; slots: { machineId: number; slotNumber: string }[]; idHead: string | null }

/** Goes through the rows of a file: counts what is new, known and wrong in it, and takes it in where that is asked for. */
export async function takeFile(brought: Brought, reading: Reading, { write }: { write: boolean }): Promise<Outcome | Unreadable> {
  const { kind, lines, choices, company, importId, now, ways, inDb, noteCreated } = brought
  const { understanding, headerNumber } = reading
  const { mapping, heads, holds } = understanding
  const fields = FIELDS[kind]
  const known = await inDb((db) => knownTo(db, company))
  const outcome = emptyOutcome(reading.idHead)
  const notes = new Map<ImportNote, number>()
  const note = (of: ImportNote) => notes.set(of, (notes.get(of) ?? 0) + 1)
  const unknown = { machines: new Set<string>(), products: new Set<string>() }
  const bad = new BadRows(heads)
  const taken: Taken = new Set()
  const head = (field: string) => (mapping[field] === undefined ? '' : (heads[mapping[field]] ?? ''))
  const [statusHead, hasOwnWords] = [head('status'), reading.idHead === 'id']
  let [least, most] = [Infinity, -Infinity]
  const rowsOfRecords: { row: Row; line: Line }[] = []

  const refuseRow = (line: Line, problems: readonly Problem[]) => {
    outcome.counts.refused++
    outcome.problemCount += problems.length
    if (outcome.problems.length < MOST_PROBLEMS) outcome.problems.push(...problems)
    bad.add(line, problems)
  }

  /** Machines and products that the file names and the company lacks are created first, so that its rows find them. */
  const createUnknown = async (rows: readonly { row: Row }[]) => {
    const machines = new Map<string, string>()
    const products = new Map<string, string>()
    for (const { row } of rows) {
      const { machine, product } = row.values
      if (typeof machine === 'string' && !machineNamed(known, machine)) machines.set(nameKey(machine), machine)
      if (typeof product === 'string')
        for (const name of productsNamed(product)?.map((one) => one.product) ?? [product])
          if (name !== '' && !known.products.has(nameKey(name))) products.set(nameKey(name), name)
    }
    for (const name of machines.values()) if (unknown.machines.size < MOST_NAMES) unknown.machines.add(name)
    for (const name of products.values()) if (unknown.products.size < MOST_NAMES) unknown.products.add(name)
    const needed = { machines: choices.createMachines ? [...machines] : [], products: choices.createProducts ? [...products] : [] }
    if (needed.machines.length + needed.products.length === 0) return
    const made = write
      ? await inDb(async (db) => {
          const machines = await addMachines(
            db,
            company,
            needed.machines.map(([, name]) => machineCalled(name)),
            now,
          )
          const products = await addProducts(
            db,
            company,
            needed.products.map(([, name]) => productCalled(name, known.skus)),
          )
          outcome.created.machines.push(...machines.map(({ id }) => Number(id)))
          outcome.created.products.push(...products.map(({ id }) => Number(id)))
          await noteCreated?.(db, outcome.created)
          return { machines, products }
        })
      : null
    for (const [index, [key]] of needed.machines.entries())
      known.machines.set(key, { id: Number(made?.machines[index]?.id ?? -1 - known.machines.size), type: 'SNACK', slots: new Set() })
    for (const [index, [key]] of needed.products.entries())
      known.products.set(key, { id: Number(made?.products[index]?.id ?? -1 - known.products.size), packaging: 'PIECE' })
    outcome.counts.machines += needed.machines.length
    outcome.counts.products += needed.products.length
    if (!made) return
    outcome.changes.push(...made.machines, ...made.products)
  }

  const takeSales = async (rows: readonly { row: Row; line: Line }[]) => {
    if (holds === 'SETTLEMENT') {
      const references = rows.flatMap(({ row }) => (typeof row.values.id === 'string' ? [row.values.id] : []))
      const settled = await inDb((db) => settledSales(db, company, references))
      for (const { row } of rows) {
        outcome.counts.records++
        if (typeof row.values.id === 'string' && settled.has(row.values.id)) outcome.counts.known++
        else note('UNMATCHED')
      }
      return
    }
    await createUnknown(rows)
    const read = rows.map(({ row, line }) => ({
      line,
      ...salesOf(row, { known, currency: ways.currency, now, inMinor: understanding.inMinor, hasOwnWords }),
    }))
    for (const { line, problems } of read) if (problems.length > 0) refuseRow(line, problems)
    const sales = read
      .flatMap(({ records, problems }) => (problems.length > 0 ? [] : records))
      .filter(({ amountMinor, type }) => {
        const isBack = amountMinor < 0 || type === 'REFUND'
        if (isBack) note('REFUNDS')
        return !isBack
      })
    for (const { at } of sales) [least, most] = [Math.min(least, at), Math.max(most, at)]
    await inDb(async (db) => {
      const there = await knownSales(db, company, sales, { importId, exactness: reading.exactness, idHead: reading.idHead, taken })
      const fresh = sales.filter((sale) => !there.has(sale))
      outcome.counts.records += sales.length
      outcome.counts.known += there.size
      outcome.counts.new += fresh.length
      if (write) await addSales(db, company, fresh, { importId, now, timezone: ways.timezone })
    })
  }

  const takeBatch = async (batch: readonly Line[]) => {
    const rows: { row: Row; line: Line }[] = []
    for (const line of batch) {
      if (headerNumber !== null && line.number <= headerNumber) continue
      const role = roleOf(line.cells, kind, mapping, heads)
      if (role !== 'DATA') {
        note(role === 'TOTAL' ? 'TOTALS' : role === 'GROUP' ? 'GROUPS' : 'REPEATED_HEADS')
        continue
      }
      if (kind === 'SALES') {
        const state =
          holds === 'CANCELLED' ? 'CANCELLED' : stateOf(mapping.status === undefined ? '' : shown(line.cells[mapping.status]), statusHead)
        if (state !== 'SOLD' && holds !== 'SETTLEMENT') {
          note(state === 'REFUND' ? 'REFUNDS' : state)
          continue
        }
      }
      outcome.rows++
      const { row, problems } = readRow(line, fields, mapping, reading.ways)
      // A price alone is an amount, and a settlement needs no machine.
      const real =
        kind === 'SALES'
          ? problems.filter(
              ({ field, code }) => code !== 'MISSING' || (holds !== 'SETTLEMENT' && !(field === 'amount' && row.values.price !== null)),
            )
          : problems
      if (real.length > 0) refuseRow(line, real)
      else rows.push({ row, line })
    }
    if (kind === 'SALES') await takeSales(rows)
    else rowsOfRecords.push(...rows)
  }

  let held: Line[] = []
  const unreadable = await lines(async (batch) => {
    held.push(...batch)
    if (held.length < 1_000) return true
    const all = held
    held = []
    await takeBatch(all)
    return true
  })
  if (unreadable) return unreadable
  await takeBatch(held)
  if (kind !== 'SALES') await takeRecords()
  return finished()

  /** Machines, products and slots are looked at together, since they may name each other twice. */
  async function takeRecords() {
    if (kind === 'PLANOGRAMS') await createUnknown(rowsOfRecords)
    const rows = rowsOfRecords.map(({ row }) => row)
    const add = async <T>(
      { records, problems }: { records: T[]; problems: Problem[] },
      insert: (db: Db, records: T[]) => Promise<Change[]>,
      note: (changes: readonly Change[], records: readonly T[]) => void,
    ): Promise<void> => {
      const byRow = new Map<number, Problem[]>()
      for (const problem of problems) byRow.set(problem.row, [...(byRow.get(problem.row) ?? []), problem])
      for (const { row, line } of rowsOfRecords) if (byRow.has(row.row)) refuseRow(line, byRow.get(row.row) ?? [])
      outcome.counts.records += records.length
      outcome.counts.new += records.length
      if (!write || records.length === 0) return
      await inDb(async (db) => {
        const changes = await insert(db, records)
        outcome.changes.push(...changes)
        note(changes, records)
        await noteCreated?.(db, outcome.created)
      })
    }
    const { created } = outcome
    const idsOf = (changes: readonly Change[]) => changes.map(({ id }) => Number(id))
    if (kind === 'MACHINES')
      await add(
        machinesIn(rows, known),
        (db, records) => addMachines(db, company, records, now),
        (changes) => created.machines.push(...idsOf(changes)),
      )
    else if (kind === 'PRODUCTS')
      await add(
        productsIn(rows, known, ways.currency),
        (db, records) => addProducts(db, company, records),
        (changes) => created.products.push(...idsOf(changes)),
      )
    else
      await add(
        slotsIn(rows, known, ways.currency),
        (db, records) => addSlots(db, company, records, now),
        (_, records) => created.slots.push(...records.map(({ machineId, slotNumber }) => ({ machineId, slotNumber }))),
      )
  }

  function finished(): Outcome {
    return {
      ...outcome,
      problems: outcome.problems.slice(0, MOST_PROBLEMS).toSorted((a, b) => a.row - b.row),
      notes: [...notes].map(([of, count]) => ({ note: of, count })),
      unknown: { machines: [...unknown.machines], products: [...unknown.products] },
      badRows: bad.text(),
      period: least <= most ? { from: toIso(least), until: toIso(most) } : null,
    }
  }
}

const emptyOutcome = (idHead: string | null): Outcome => ({
  counts: { records: 0, new: 0, known: 0, refused: 0, machines: 0, products: 0 },
  rows: 0,
  problems: [],
  problemCount: 0,
  notes: [],
  unknown: { machines: [], products: [] },
  badRows: '',
  period: null,
  created: { machines: [], products: [], slots: [], idHead },
  changes: [],
})

const machineCalled = (name: string): NewMachine => ({
  name: name.slice(0, 100),
  type: 'SNACK',
  address: null,
  vendor: null,
  model: null,
  lat: null,
  lng: null,
})

/** A product that a file names, with a SKU made of its name that no other product has. */
function productCalled(name: string, skus: Set<string>): NewProduct {
  const plain =
    plainHead(name)
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .toUpperCase()
      .slice(0, 24) || 'PRODUCT'
  let sku = plain
  for (let n = 2; skus.has(nameKey(sku)); n++) sku = `${plain}-${n}`
  skus.add(nameKey(sku))
  return {
    sku,
    name: name.slice(0, 100),
    packaging: 'PIECE',
    volume: 1,
    volumeType: 'PIECE',
    costMinor: 0,
    taxBasisPoints: 0,
    caseSize: null,
  }
}

/** Bad rows as CSV with what is wrong in front, as a person brings them again once they are put right. */
class BadRows {
  readonly #lines: string[] = []
  #length = 0
  readonly #heads: readonly string[]
  constructor(heads: readonly string[]) {
    this.#heads = heads
  }
  add({ number, cells }: Line, problems: readonly Problem[]) {
    if (this.#length > MOST_BAD) return
    const line = [
      ...cells.map(shown),
      ...Array.from({ length: Math.max(0, this.#heads.length - cells.length) }, () => ''),
      String(number),
      problems.map(({ field, code }) => `${field}: ${code}`).join('; '),
    ]
      .map(quoted)
      .join(',')
    this.#lines.push(line)
    this.#length += line.length
  }
  text(): string {
    return this.#lines.length === 0 ? '' : [[...this.#heads, 'Row', 'Problem'].map(quoted).join(','), ...this.#lines].join('\r\n')
  }
}

/** A cell of CSV. What a spreadsheet would take for a formula is quoted as a text. */
const quoted = (cell: string): string => {
  const plain = /^[=+\-@\t\r]/.test(cell) && Number.isNaN(Number(cell.replace(',', '.'))) ? `'${cell}` : cell
  return /[",\r\n;]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** What a person is shown of it. */
export const previewOf = (
  kind: ImportKind,
  reading: Reading,
  outcome: Outcome,
  more: { done: boolean; importId: string | null },
): ImportPreview => ({
  heads: reading.understanding.heads.map(echoed),
  fields: shownFields(kind).map(({ name, required }) => ({ name, required })),
  mapping: reading.understanding.mapping,
  rows: outcome.rows,
  sample: reading.sample,
  problems: outcome.problems,
  header: reading.headerNumber,
  firstRows: reading.firstRows,
  layout: reading.understanding.layout,
  holds: reading.understanding.holds,
  byContent: reading.understanding.byContent,
  dates: reading.dates,
  decimal: reading.decimal,
  notes: outcome.notes,
  counts: outcome.counts,
  unknown: outcome.unknown,
  badRows: outcome.badRows,
  period: outcome.period,
  saved: reading.saved,
  ...more,
})
