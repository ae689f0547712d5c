import { shown } from '#domain/imports/cell.ts'
import type { Problem } from '../../files/read-rows.ts'
import type { Line } from '../../files/read-table.ts'

/** Maximum number of stored characters of bad rows. */
const MAX_BAD = 300_000

/** Bad rows as CSV with the error in the first column, to be corrected and imported again. */
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

/** A CSV cell. Values that a spreadsheet would run as a formula are prefixed as text; the next import removes the prefix. */
const quoted = (cell: string): string => {
  const plain = /^'*[=+\-@＝＋－＠]/.test(cell) && Number.isNaN(Number(cell.replace(',', '.'))) ? `'${cell}` : cell
  return /[",\r\n;]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
