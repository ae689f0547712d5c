/** A column of a table: the type of its cells and its width in characters. A `moment` is local time. */
export type SheetColumn = { head: string; kind: 'text' | 'whole' | 'amount' | 'decimal' | 'moment'; width: number }
export type SheetRow = (string | number | null)[]

/** `decimals`: those of an amount. */
export type WorkbookHead = { name: string; columns: readonly SheetColumn[]; decimals: number }

/** The texts of the files of a workbook, and of its sheet in order: `begin()`, `rows()` any number of times, `end`. */
export type Workbook = {
  parts: Record<string, string>
  begin(): string
  rows(rows: readonly SheetRow[]): string
  end: string
}

export const SHEET_PATH: string
export function workbook(head: WorkbookHead): Workbook
