import { type Cell, nameKey, shown } from './cell.ts'
import { withoutCode } from './column-shapes.ts'
import { dateIn } from './dates.ts'
import { FIELDS } from './fields.ts'
import { type Field, mappingBy, plainHead } from './heads.ts'
import { numberIn } from './numbers.ts'

/** A line above a block of sales that contains its machine. `isSure`: the machine is known, or the line is labelled as one. */
type MachineLine = { name: string; isSure: boolean }

let labels: ReadonlySet<string> | undefined
const isLabel = (text: string) => {
  labels ??= new Set(FIELDS.SALES.find(({ name }) => name === 'machine')?.heads.map(plainHead))
  return labels.has(plainHead(text))
}

const fieldOf = (fields: readonly Field[], name: string) => fields.filter((field) => field.name === name)

/**
 * The field beside a list of records that names the machine of all of them, such as `machine`, `machine.name` or `automat.nazwa`; null if
 * there is none.
 */
export function machineBeside(
  beside: readonly (readonly [path: string, value: Cell])[],
  machines: ReadonlySet<string>,
): { head: string; name: string } | null {
  const named = beside.flatMap(([path, value]) => {
    const parts = path.split('.')
    const last = parts.at(-1) ?? ''
    const isName = parts.length > 1 && mappingBy(fieldOf(FIELDS.MACHINES, 'name'), [last]).name !== undefined
    const name = shown(value)
    return name === '' || name.length > MAX_LENGTH ? [] : [{ path, name, head: isName ? parts.slice(0, -1).join(' ') : path }]
  })
  const chosen = (of: typeof named) =>
    of[
      mappingBy(
        fieldOf(FIELDS.SALES, 'machine'),
        of.map(({ head }) => head),
      ).machine ?? -1
    ]
  const found = chosen(named.filter(({ name }) => machines.has(nameKey(name)))) ?? chosen(named)
  return found ? { head: found.path, name: found.name } : null
}

/** Longer than any labelled machine name. */
const MAX_LENGTH = 200

/** The machine in a line such as "Machine: Foyer" or "Foyer" for the rows below it; null if it is another kind of row. */
export function machineLine(cells: readonly Cell[], machines: ReadonlySet<string>): MachineLine | null {
  const filled = cells.filter((cell) => shown(cell) !== '')
  if (filled.length === 0 || filled.length > 3) return null
  if (filled.some((cell) => typeof cell === 'number' || cell instanceof Date || dateIn(cell, 'DAY_FIRST') !== null)) return null
  const texts = filled.map(shown)
  if (texts.some((text) => text.length > MAX_LENGTH)) return null
  const isKnown = (name: string) => machines.has(nameKey(name)) || machines.has(nameKey(withoutCode(name)))
  const known = texts.find(isKnown)
  if (known !== undefined) return { name: known, isSure: true }
  const [first = '', second] = texts
  // Decimals in a line with few cells are a total.
  if (texts.slice(1).some((text) => numberIn(text) !== null && /[.,]/.test(text))) return null
  const labelled = /^([^:：#]{2,40})[:：#]\s*(\S.*)$/su.exec(first)
  if (labelled?.[1] !== undefined && labelled[2] !== undefined) {
    if (isKnown(labelled[2])) return { name: labelled[2], isSure: true }
    if (isLabel(labelled[1])) return { name: labelled[2], isSure: true }
  }
  if (second !== undefined && isLabel(first.replace(/\s*[:：]$/, ''))) return { name: second, isSure: true }
  // "Automat Foyer": a word for a machine before its name.
  const worded = /^(\S+)\s+(.+)$/su.exec(first)
  if (worded?.[1] !== undefined && worded[2] !== undefined && isLabel(worded[1]) && isKnown(worded[2]))
    return { name: worded[2], isSure: true }
  return texts.length === 1 && numberIn(first) === null ? { name: first, isSure: false } : null
}
