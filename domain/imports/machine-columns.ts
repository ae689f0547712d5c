import type { Cell } from './cell.ts'
import { nameKey, shown } from './cell.ts'
import { FIELDS } from './fields.ts'
import { plainHead } from './heads.ts'

const NUMBER =
  /(?:^| )(?:id|no|nr|num|number|nummer|numer|numero|code|kod|codigo|codice|asset|serial|č|č\.|№|#)(?: |$)|#|№|番号|編号|编号|コード|号$/u

let heads: ReadonlySet<string> | undefined
const isMachineHead = (head: string) => {
  heads ??= new Set(FIELDS.SALES.find(({ name }) => name === 'machine')?.heads.map(plainHead))
  return heads.has(plainHead(head))
}

/** Another column that names the machine, beside the one that is mapped: of several, the one with most known names. */
export function otherMachineColumn(
  heads: readonly string[],
  known: (column: number) => number,
  mapping: Readonly<Record<string, number>>,
): number | undefined {
  const taken = new Set(Object.values(mapping))
  const columns = heads.flatMap((head, column) =>
    !taken.has(column) && head !== '' && (isMachineHead(head) || known(column) > 0.5) ? [column] : [],
  )
  return columns.toSorted((a, b) => known(b) - known(a) || a - b)[0]
}

/** The column that decides and the one that does if the first names no known machine: numbers precede names. */
export function machineColumns(
  mapping: Readonly<Record<string, number>>,
  heads: readonly string[],
): { first: number; second: number } | null {
  const { machine, otherMachine } = mapping
  if (machine === undefined || otherMachine === undefined) return null
  const isNumber = (column: number) => NUMBER.test(plainHead(heads[column] ?? ''))
  return isNumber(otherMachine) && !isNumber(machine) ? { first: otherMachine, second: machine } : { first: machine, second: otherMachine }
}

/** How many rows each of two columns decides, and rows in which they name different machines. */
export class MachineColumns {
  readonly #columns: { first: number; second: number } | null
  readonly #machine: number | undefined
  readonly #machines: { has(key: string): boolean }
  readonly #counts = new Map<number, number>()
  readonly different: number[] = []

  constructor(mapping: Readonly<Record<string, number>>, heads: readonly string[], machines: { has(key: string): boolean }) {
    this.#columns = machineColumns(mapping, heads)
    this.#machine = mapping.machine
    this.#machines = machines
  }

  see({ cells, number }: { cells: readonly Cell[]; number: number }): void {
    if (this.#columns === null) return
    const { first, second } = this.#columns
    const keys = [first, second].map((column) => nameKey(shown(cells[column])))
    const [one, two] = keys.map((key) => this.#machines.has(key))
    if (!one && !two) return
    const column = one ? first : second
    this.#counts.set(column, (this.#counts.get(column) ?? 0) + 1)
    if (one && two && keys[0] !== keys[1] && this.different.length < 5) this.different.push(number)
  }

  /** The columns with their numbers of rows, if another than the mapped one decides. */
  decided(heads: readonly string[]): string | null {
    const others = [...this.#counts.keys()].filter((column) => column !== this.#machine)
    if (others.length === 0) return null
    return [...this.#counts].map(([column, count]) => `${heads[column]}: ${count}`).join(', ')
  }

  get first(): number | undefined {
    return this.#columns?.first
  }
}
