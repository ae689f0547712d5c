import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportPreview } from '#contract/import-preview.ts'
import type { ImportChoices } from '#contract/imports.ts'
import { useWrongChoice } from './WrongChoice.tsx'

const NONE = ''

type Props = { field: string; required?: boolean; preview: ImportPreview; choices: ImportChoices; onChange(choices: ImportChoices): void }

/** The columns of means of payment by which the type of a sale is determined, with commas. */
export const paymentColumns = ({ doubts }: ImportPreview): string | undefined =>
  doubts.find(({ doubt }) => doubt === 'PAID_BY' || doubt === 'TENDERS')?.text

/** Selects the column of a field, with its value in the first row. */
export function ColumnSelect({ field, required = false, preview, choices, onChange }: Props) {
  const { t } = useTranslation('imports')
  const { byContent, heads, mapping, sample } = preview
  const column = mapping[field]
  const columns = heads.map((head, index) => ({ value: String(index), label: head || t('columnNumber', { number: index + 1 }) }))
  const chooseColumn = (value: string) => {
    // Choices that are still being processed count as well.
    const { [field]: _, ...others } = choices.mapping ?? mapping
    onChange({ ...choices, mapping: value === NONE ? others : { ...others, [field]: Number(value) } })
  }
  const payments = field === 'type' ? paymentColumns(preview) : undefined
  const absent = payments === undefined ? t('notSaid') : t('fromColumns', { columns: payments })
  return (
    <NativeSelect
      label={t(`field.${field}`)}
      required={required}
      description={column === undefined ? absent : `${sample[0]?.[column] ?? ''}${byContent.includes(field) ? ` · ${t('byContent')}` : ''}`}
      data={[{ value: NONE, label: t('noColumn') }, ...columns]}
      error={useWrongChoice(`mapping.${field}`)}
      value={column === undefined ? NONE : String(column)}
      onChange={({ currentTarget: { value } }) => chooseColumn(value)}
    />
  )
}
