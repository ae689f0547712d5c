import { type Cell, nameKey, shown } from '#domain/imports/cell.ts'
import type { KnownNames } from '#domain/imports/column-shapes.ts'
import { hasLostLetters, nameWithLetters } from '#domain/imports/lost-letters.ts'
import { productsIn } from '#domain/imports/product-text.ts'
import type { ImportDoubt } from '#domain/imports.ts'
import type { Line } from '../../files/read-table.ts'
import type { Known } from './known.ts'
import type { OtherCurrency } from './row-currency.ts'

/** Maximum number of names, and of rows, that are named for a doubt. */
const MAX_NAMED = 5

/** What is known of a company while a file is read for the first time. */
export type KnownBefore = KnownNames & Pick<Known, 'sharedNames' | 'losable'> & { currency: string; otherCurrency: OtherCurrency }

/** Names that contain question marks in place of letters, as exports in a code page without these letters write them. */
export class SeenNames {
  readonly #known: Pick<KnownBefore, 'machines' | 'products' | 'losable'>
  readonly #mapping: Readonly<Record<string, number>>
  readonly #read = { names: new Map<string, string>(), rows: [] as number[] }
  readonly #lost = { names: new Set<string>(), rows: [] as number[] }

  constructor(mapping: Readonly<Record<string, number>>, known: Pick<KnownBefore, 'machines' | 'products' | 'losable'>) {
    this.#mapping = mapping
    this.#known = known
  }

  see({ cells, number }: Line): void {
    const { machines, products, losable } = this.#known
    this.#seeCell('machine', cells, number, (name) => (machines.has(nameKey(name)) ? name : nameWithLetters(losable.machines, name)))
    this.#seeCell('product', cells, number, (name) => (products.has(nameKey(name)) ? name : nameWithLetters(losable.products, name)))
    this.#seeCell('name', cells, number, (name) => (machines.has(nameKey(name)) || products.has(nameKey(name)) ? name : null))
  }

  #seeCell(field: string, cells: readonly Cell[], row: number, nameOf: (name: string) => string | null): void {
    const text = this.#mapping[field] === undefined ? '' : shown(cells[this.#mapping[field]])
    if (!hasLostLetters(text)) return
    for (const written of (field === 'product' ? productsIn(text)?.map(({ product }) => product) : null) ?? [text]) {
      const name = nameOf(written)
      if (!hasLostLetters(written) || name === written) continue
      const { names, rows } = name === null ? this.#lost : this.#read
      if (rows.length < MAX_NAMED && rows.at(-1) !== row) rows.push(row)
      if (names.size >= MAX_NAMED) continue
      if (name === null) this.#lost.names.add(written)
      else this.#read.names.set(written, name)
    }
  }

  doubts(): { doubt: ImportDoubt; text: string; rows: number[] }[] {
    const [read, lost] = [this.#read, this.#lost]
    return [
      ...(read.names.size === 0
        ? []
        : [
            {
              doubt: 'LETTERS_READ' as const,
              text: [...read.names].map(([written, name]) => `${written} → ${name}`).join(', '),
              rows: read.rows,
            },
          ]),
      ...(lost.names.size === 0 ? [] : [{ doubt: 'LETTERS_LOST' as const, text: [...lost.names].join(', '), rows: lost.rows }]),
    ]
  }
}
