import * as v from 'valibot'
import { ROW_PROBLEMS } from '#contract/import-preview.ts'
import type { Problem } from '../../files/read-rows.ts'
import type { Line } from '../../files/read-table.ts'
import { languageOf, wordsOf } from '../../languages.ts'
import { withCurrency } from './row-currency.ts'

/** Maximum number of characters of bad rows with their headings. A cell of a workbook can have 32,767, and a row 256 cells. */
const MAX_BAD = 300_000

/** Bad rows as CSV with their number and the error in the last columns, to be corrected and imported again. The last line says if there are more. */
export class BadRows {
  readonly #lines: string[] = []
  #length: number
  #isFull = false
  readonly #head: string
  readonly #width: number
  readonly #texts: Texts
  constructor(heads: readonly string[], locale?: string) {
    this.#texts = locale === undefined ? CODES : textsIn(languageOf(locale))
    this.#width = heads.length
    this.#head = [...heads, this.#texts.row, this.#texts.problem].map(quoted).join(',')
    this.#length = this.#head.length
  }
  add(row: Line, problems: readonly Problem[]) {
    if (this.#isFull) return
    const { number, cells } = row
    const line = [
      ...Array.from(cells, (_, column) => withCurrency(row, column)),
      ...Array.from({ length: Math.max(0, this.#width - cells.length) }, () => ''),
      String(number),
      problems.map(this.#texts.of).join('; '),
    ]
      .map(quoted)
      .join(',')
    this.#length += line.length
    this.#isFull = this.#length > MAX_BAD
    if (!this.#isFull) this.#lines.push(line)
  }
  text(): string {
    const end = this.#isFull ? [[...Array<string>(this.#width + 1).fill(''), this.#texts.end].map(quoted).join(',')] : []
    return this.#lines.length === 0 ? '' : [this.#head, ...this.#lines, ...end].join('\r\n')
  }
}

type Texts = { row: string; problem: string; end: string; of(problem: Problem): string }

/** For other programs. */
const CODES: Texts = { row: 'Row', problem: 'Problem', end: 'MORE_ROWS', of: ({ field, code }) => `${field}: ${code}` }

const word = v.pipe(v.string(), v.minLength(1))
const Words = v.object({
  row: word,
  wrong: word,
  badRowsEnd: word,
  field: v.record(v.string(), word),
  problem: v.object(Object.fromEntries(ROW_PROBLEMS.map((code) => [code, word])) as Record<(typeof ROW_PROBLEMS)[number], typeof word>),
})

/** The texts that the app shows for the same problems. */
function textsIn(language: string): Texts {
  const { row, wrong, badRowsEnd: end, field: fields, problem } = wordsOf(language, 'imports', Words)
  return {
    row,
    problem: wrong,
    end,
    of: ({ field, code, value }) => `${fields[field] ?? field}: ${problem[code].replaceAll('{{value}}', () => value)}`,
  }
}

/** A CSV cell. Values that a spreadsheet would run as a formula are prefixed as text; the next import removes the prefix. */
const quoted = (cell: string): string => {
  const plain = /^'*[=+\-@＝＋－＠]/.test(cell) && Number.isNaN(Number(cell.replace(',', '.'))) ? `'${cell}` : cell
  return /[",\r\n;]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
