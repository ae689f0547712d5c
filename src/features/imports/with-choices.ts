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

/** The choices that differ from the last reading: `sheet`, `header`, or for example `mapping.slot` for one of several. */
export function changedChoices(preview: ImportPreview, choices: ImportChoices): string[] {
  const { mapping, header, dateOrder, decimal, states, sheet, allSheets, inMinor, unitPrice } = choices
  const { dates, sheets } = preview
  const isOther = <T>(chosen: T | undefined, read: T | undefined) => chosen !== undefined && read !== undefined && chosen !== read
  const single = {
    header: isOther(header, preview.header),
    dateOrder: isOther(dateOrder, dates?.order),
    decimal: isOther(decimal, preview.decimal?.mark),
    sheet: isOther(sheet, sheets?.sheet) || (allSheets === true && sheets !== null && sheets.sheet !== ''),
    inMinor: isOther(inMinor, preview.inMinor ?? undefined),
    unitPrice: isOther(unitPrice, preview.unitPrice ?? undefined),
  }
  const columns = mapping ? preview.fields.filter(({ name }) => mapping[name] !== preview.mapping[name]) : []
  return [
    ...Object.entries(single).flatMap(([name, is]) => (is ? name : [])),
    ...columns.map(({ name }) => `mapping.${name}`),
    ...preview.states.filter(({ word, state }) => isOther(states?.[word], state)).map(({ word }) => `states.${word}`),
  ]
}
