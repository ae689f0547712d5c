import type { ImportCounts } from '#contract/imports.ts'
import { nameKey, shown } from '#domain/imports/cell.ts'
import { currenciesIn } from '#domain/imports/currencies.ts'
import { FIELDS } from '#domain/imports/fields.ts'
import { plainHead } from '#domain/imports/heads.ts'
import { machineLine } from '#domain/imports/machine-lines.ts'
import { productsIn as productsNamed } from '#domain/imports/product-text.ts'
import { roleOf } from '#domain/imports/row-role.ts'
import type { ImportNote } from '#domain/imports.ts'
import { toIso } from '#domain/time.ts'
import type { Db } from '../../database/database.ts'
import { echoed, type Problem, type Row, readRow } from '../../files/read-rows.ts'
import type { Line, Unreadable } from '../../files/read-table.ts'
import type { Change } from '../../sync/feed.ts'
import { takeTurns } from '../../turns.ts'
import { BadRows } from './bad-rows.ts'
import { addMachines, addProducts, addSales, addSlots, knownTo, type NewMachine, type NewProduct } from './imports.store.ts'
import { knownSales, type Taken } from './known-sales.ts'
import type { Brought, Reading } from './reading.ts'
import { settledSales } from './settled-sales.ts'
import { machineNamed, machinesIn, productsIn, salesOf, slotsIn } from './understand.ts'

/** So many problems and names are told, and so many letters of bad rows. */
const MOST_PROBLEMS = 1_000
/** Rows that one statement looks for: on the embedded database a statement holds the whole process. */
const ROWS_AT_ONCE = 250
const MOST_NAMES = 100

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
  const turn = takeTurns()
  const known = await inDb((db) => knownTo(db, company))
  const machineNames = new Set(known.machines.keys())
  const outcome = emptyOutcome(reading.idHead)
  const notes = new Map<ImportNote, number>()
  const note = (of: ImportNote) => notes.set(of, (notes.get(of) ?? 0) + 1)
  const unknown = { machines: new Set<string>(), products: new Set<string>() }
  const bad = new BadRows(heads)
  const taken: Taken = new Set()
  const hasOwnWords = reading.idHead === 'id'
  const lastField = Object.entries(mapping).toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 'amount'
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
      const asked = { currency: ways.currency, inMinor: reading.inMinor, exactness: reading.exactness, taken }
      const settled = await inDb((db) =>
        settledSales(
          db,
          company,
          rows.map(({ row }) => row),
          asked,
        ),
      )
      for (const { row, line } of rows) {
        outcome.counts.records++
        if (settled.has(row)) outcome.counts.known++
        else {
          note('UNMATCHED')
          bad.add(line, [])
        }
      }
      return
    }
    await createUnknown(rows)
    const read: (ReturnType<typeof salesOf> & { line: Line })[] = []
    for (const { row, line } of rows) {
      await turn()
      read.push({
        line,
        ...salesOf(row, { known, currency: ways.currency, now, inMinor: reading.inMinor, unitPrice: reading.unitPrice, hasOwnWords }),
      })
    }
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

  const inLines = reading.machineLines !== null
  let machineAbove = reading.machineLines?.first ?? null
  /** Sales below a line that names a machine are of that machine; an unknown name is asked about at each of them. */
  const isMachineLine = (line: Line): boolean => {
    const named = machineLine(line.cells, machineNames)
    if (!named) return false
    machineAbove = named.name
    note('MACHINE_LINES')
    return true
  }

  const moneyFields = ['amount', 'price'].flatMap((field) => mapping[field] ?? [])
  /** The currency of a row where it is not the company's. */
  const otherCurrency = ({ cells }: Line): string | null => {
    const said = mapping.currency === undefined ? '' : shown(cells[mapping.currency])
    const isOther = (currencies: readonly string[] | null) => currencies !== null && !currencies.includes(ways.currency)
    if (isOther(reading.headCurrencies)) return reading.headCurrencies?.join(', ') ?? null
    const texts = [said, ...moneyFields.flatMap((column) => (typeof cells[column] === 'string' ? [cells[column]] : []))]
    return texts.find((text) => text !== '' && isOther(currenciesIn(text))) ?? null
  }

  const takeBatch = async (batch: readonly Line[]) => {
    const rows: { row: Row; line: Line }[] = []
    for (const line of batch) {
      await turn()
      if (headerNumber !== null && line.number <= headerNumber) continue
      const role = roleOf(line.cells, kind, mapping, heads)
      if (role === 'DATA' ? inLines && isMachineLine(line) : inLines && role === 'GROUP' && isMachineLine(line)) continue
      if (role !== 'DATA') {
        note(role === 'TOTAL' ? 'TOTALS' : role === 'GROUP' ? 'GROUPS' : 'REPEATED_HEADS')
        continue
      }
      if (kind === 'SALES') {
        const state = holds === 'CANCELLED' ? 'CANCELLED' : reading.stateOf(line.cells)
        if (state !== 'SOLD' && holds !== 'SETTLEMENT') {
          note(state === 'REFUND' ? 'REFUNDS' : state === 'TEST' ? 'TESTS' : state)
          continue
        }
      }
      outcome.rows++
      const fixed = inLines && machineAbove !== null ? { ...reading.ways.fixed, machine: machineAbove } : reading.ways.fixed
      const { row, problems } = readRow(line, fields, mapping, { ...reading.ways, fixed })
      if (reading.mostCells !== null && line.cells.length > reading.mostCells)
        problems.push({ row: line.number, field: lastField, code: 'TOO_MANY_CELLS', value: echoed(line.cells.at(-1)) })
      const other = kind === 'SALES' && holds !== 'SETTLEMENT' && !choices.ownCurrency ? otherCurrency(line) : null
      if (other !== null) problems.push({ row: line.number, field: 'amount', code: 'OTHER_CURRENCY', value: other })
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
    if (held.length < ROWS_AT_ONCE) return true
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
