import type { ImportKind } from '../imports.ts'
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

/** Kinds of files that may name the machine of the rows below on a line of its own. */
export const readsMachineLines = (kind: ImportKind): boolean => kind === 'SALES' || kind === 'PLANOGRAMS'

/** The machine of the rows below. In a planogram, a line with more than the name, or its label and the name, is a slot. */
export function lineOfMachine(kind: ImportKind, cells: readonly Cell[], machines: ReadonlySet<string>): MachineLine | null {
  const line = machineLine(cells, machines)
  if (kind === 'SALES' || !line?.isSure) return kind === 'SALES' ? line : null
  const [first = '', ...others] = cells.map(shown).filter((text) => text !== '')
  return others.length === 0 || (others.length === 1 && isLabel(first.replace(/\s*[:：]$/, ''))) ? line : null
}

/** In a title, such a name may be another number, such as a year, unless a word for a machine precedes it. */
const BARE = /^(?:\d+|.)$/u

const wordsOf = (text: string): string =>
  ` ${nameKey(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** The longest name of a machine within a title, such as "Planogram: Machine 1042 – Lobby"; null if it has none or several. */
function machineInTitle(title: string, names: readonly string[]): string | null {
  if (title.length > MAX_LENGTH) return null
  const whole = wordsOf(title)
  const found = names.filter((name) => {
    const words = wordsOf(name)
    const at = words.trim() === '' ? -1 : whole.indexOf(words)
    if (at < 0 || words === whole || !BARE.test(words.trim())) return at >= 0
    return isLabel(whole.slice(0, at).trim().split(' ').at(-1) ?? '')
  })
  const longest = found.toSorted((a, b) => b.length - a.length)[0]
  return longest !== undefined && found.every((name) => wordsOf(longest).includes(wordsOf(name))) ? longest : null
}

/** Which machine all rows are of: the one in a title above them, in the name of their sheet or in that of their file. */
export function machineTitled(
  { above, sheet, file }: { above: readonly (readonly Cell[])[]; sheet: string; file: string },
  machines: ReadonlySet<string>,
  names: readonly string[],
): { title: string; name: string } | null {
  const lines = above.map((cells) => cells.map(shown).filter((text) => text !== ''))
  for (const title of [...lines.map((texts) => texts.join(' ')), sheet, file.replace(/\.[^.]{1,5}$/, '')]) {
    const name = machineInTitle(title, names)
    if (name !== null) return { title, name }
  }
  const labelled = above.map((cells) => machineLine(cells, machines)).find((line) => line?.isSure)
  return labelled ? { title: labelled.name, name: labelled.name } : null
}
