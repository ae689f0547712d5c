import { nameKey } from '#domain/imports/cell.ts'
import { plainHead } from '#domain/imports/heads.ts'
import type { ImportNote } from '#domain/imports.ts'
import { toIso } from '#domain/time.ts'
import type { Problem, Row } from '../../files/read-rows.ts'
import type { Line } from '../../files/read-table.ts'
import { BadRows } from './bad-rows.ts'
import type { ImportSource } from './import-source.ts'
import { addMachines, addProducts, type NewMachine, type NewProduct } from './imports.store.ts'
import type { Known } from './known.ts'
import type { ClaimedIds } from './known-sales.ts'
import { emptyOutcome, type Outcome } from './outcome.ts'
import type { Reading } from './reading.ts'
import { createdName, machineNamed, productNamed, productsListed } from './understand.ts'

/** Maximum number of reported problems and names. */
const MAX_PROBLEMS = 1_000
const MAX_NAMES = 100

/** A parsed row and its line in the file. */
export type ReadRow = { row: Row; line: Line }

/** Interprets a batch of rows and returns a function that writes them, so that the next batch is interpreted meanwhile. */
export type Importer = (rows: readonly ReadRow[]) => Promise<() => Promise<void>>

/** One pass over the rows of a file, with counts so far and whether rows are written. */
export class ImportRun {
  readonly brought: ImportSource
  readonly reading: Reading
  readonly write: boolean
  readonly known: Known
  readonly outcome: Outcome
  /** Existing sales that were matched by earlier rows of the file. */
  readonly taken: ClaimedIds = new Set()
  readonly #notes = new Map<ImportNote, number>()
  readonly #unknown = { machines: new Set<string>(), products: new Set<string>() }
  readonly #bad: BadRows
  #least = Infinity
  #most = -Infinity

  constructor(brought: ImportSource, reading: Reading, known: Known, write: boolean) {
    this.brought = brought
    this.reading = reading
    this.known = known
    this.write = write
    this.outcome = emptyOutcome(reading.idHead, brought.begun ?? null)
    this.#bad = new BadRows(reading.understanding.heads, brought.choices.locale)
  }

  note(of: ImportNote): void {
    this.#notes.set(of, (this.#notes.get(of) ?? 0) + 1)
  }

  refuse(line: Line, problems: readonly Problem[]): void {
    const { outcome } = this
    outcome.counts.refused++
    outcome.problemCount += problems.length
    if (outcome.problems.length < MAX_PROBLEMS) outcome.problems.push(...problems)
    this.keepBad(line, problems)
  }

  keepBad(line: Line, problems: readonly Problem[]): void {
    this.#bad.add(line, problems)
  }

  saw(at: number): void {
    this.#least = Math.min(this.#least, at)
    this.#most = Math.max(this.#most, at)
  }

  /** Creates unknown machines and products of the file first, so that its rows can refer to them. */
  async createUnknown(rows: readonly ReadRow[]): Promise<void> {
    const { brought, known, outcome } = this
    const { choices, company, inDb, noteCreated, now } = brought
    const machines = new Map<string, string>()
    const products = new Map<string, string>()
    for (const { row } of rows) {
      const { machine, product } = row.values
      if (typeof machine === 'string' && !machineNamed(known, machine)) machines.set(nameKey(createdName(machine)), createdName(machine))
      if (typeof product === 'string')
        for (const name of productsListed(known, row)?.map((one) => one.product) ?? [product])
          if (name !== '' && !productNamed(known, name)) products.set(nameKey(createdName(name)), createdName(name))
    }
    for (const name of machines.values()) if (this.#unknown.machines.size < MAX_NAMES) this.#unknown.machines.add(name)
    for (const name of products.values()) if (this.#unknown.products.size < MAX_NAMES) this.#unknown.products.add(name)
    const needed = { machines: choices.createMachines ? [...machines] : [], products: choices.createProducts ? [...products] : [] }
    if (needed.machines.length + needed.products.length === 0) return
    const made = this.write
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
            now,
          )
          outcome.created.machines.push(...machines)
          outcome.created.products.push(...products)
          await noteCreated?.(db, outcome.created)
          return { machines, products }
        })
      : null
    for (const [index, [key]] of needed.machines.entries())
      known.machines.set(key, { id: made?.machines[index] ?? -1 - known.machines.size, type: 'SNACK', slots: new Set() })
    for (const [index, [key]] of needed.products.entries())
      known.products.set(key, { id: made?.products[index] ?? -1 - known.products.size, packaging: 'PIECE' })
    outcome.counts.machines += needed.machines.length
    outcome.counts.products += needed.products.length
  }

  finished(): Outcome {
    const { outcome } = this
    return {
      ...outcome,
      problems: outcome.problems.slice(0, MAX_PROBLEMS).toSorted((a, b) => a.row - b.row),
      notes: [...this.#notes].map(([note, count]) => ({ note, count })),
      unknown: { machines: [...this.#unknown.machines], products: [...this.#unknown.products] },
      badRows: this.#bad.text(),
      period: this.#least <= this.#most ? { from: toIso(this.#least), until: toIso(this.#most) } : null,
    }
  }
}

const machineCalled = (name: string): NewMachine => ({
  name,
  type: 'SNACK',
  address: null,
  vendor: null,
  model: null,
  lat: null,
  lng: null,
  openingHours: null,
})

/** A product named in a file, with a unique SKU derived from its name. */
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
    name,
    packaging: 'PIECE',
    volume: 1,
    volumeType: 'PIECE',
    costMinor: 0,
    taxBasisPoints: 0,
    caseSize: null,
    codes: [],
  }
}
