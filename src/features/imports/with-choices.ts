import type { ImportPreview } from '#contract/import-preview.ts'
import type { ImportChoices } from '#contract/imports.ts'

/** The last reading of a file with what was chosen since, for the time until the file is read again. */
export function withChoices(preview: ImportPreview, choices: ImportChoices): ImportPreview {
  const { mapping, header, dateOrder, decimal, states, sheet, inMinor, unitPrice } = choices
  const { dates, sheets } = preview
  return {
    ...preview,
    ...(mapping && { mapping }),
    ...(header !== undefined && { header }),
    dates: dates && { ...dates, order: dateOrder ?? dates.order },
    decimal: preview.decimal && { ...preview.decimal, mark: decimal ?? preview.decimal.mark },
    states: preview.states.map((one) => ({ ...one, state: states?.[one.word] ?? one.state })),
    sheets: sheets && { ...sheets, sheet: sheet ?? sheets.sheet },
    inMinor: inMinor ?? preview.inMinor,
    unitPrice: unitPrice ?? preview.unitPrice,
  }
}
