import { shown } from '#domain/imports/cell.ts'
import type { Problem } from '../../files/read-rows.ts'
import type { Line } from '../../files/read-table.ts'

/** So many letters of bad rows are kept. */
const MAX_BAD = 300_000

/** Bad rows as CSV with what is wrong in front, as a person brings them again once they are put right. */
export class BadRows {
  readonly #lines: string[] = []
  #length = 0
  readonly #heads: readonly string[]
  constructor(heads: readonly string[]) {
    this.#heads = heads
  }
  add({ number, cells }: Line, problems: readonly Problem[]) {
    if (this.#length > MAX_BAD) return
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

/** A cell of CSV. What a spreadsheet would take for a formula is marked as a text; the mark is taken off where it is imported again. */
const quoted = (cell: string): string => {
  const plain = /^'*[=+\-@＝＋－＠]/.test(cell) && Number.isNaN(Number(cell.replace(',', '.'))) ? `'${cell}` : cell
  return /[",\r\n;]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
