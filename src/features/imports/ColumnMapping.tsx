import { NativeSelect, Text, TextInput, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Card } from '#app/ui/Card.tsx'
import type { ImportPreview } from '#contract/import-preview.ts'
import type { ImportChoices } from '#contract/imports.ts'
import classes from './ColumnMapping.module.css'
import { ColumnSelect, paymentColumns } from './ColumnSelect.tsx'

const NONE = ''
/** Only these fields accept a fixed text, because a date or an amount differs in each row. */
const FIXABLE = new Set([
  'machine',
  'type',
  'product',
  'slot',
  'packaging',
  'unit',
  'vendor',
  'model',
  'address',
  'person',
  'weekday',
  'zone',
])

type Props = { preview: ImportPreview; choices: ImportChoices; onChange(choices: ImportChoices): void }

/** Maps columns to fields, with a sample of the first row, and fixed values for fields without a column. */
export function ColumnMapping({ preview, choices, onChange }: Props) {
  const { t } = useTranslation('imports')
  const { heads, fields, mapping, saved } = preview
  // Choices that are still being processed count as well.
  const chosen = choices.mapping ?? mapping
  const fix = (field: string, value: string) => {
    const { [field]: before, ...others } = choices.fixed ?? {}
    if ((before ?? '') !== value.trim())
      onChange({ ...choices, mapping: chosen, fixed: value.trim() === '' ? others : { ...others, [field]: value.trim() } })
  }
  const isFixable = (name: string) => FIXABLE.has(name) && !(name === 'type' && paymentColumns(preview) !== undefined)
  const fixable = fields.filter(({ name }) => mapping[name] === undefined && isFixable(name))
  return (
    <Card aria-label={t('mapping')}>
      <Title order={2}>{t('mapping')}</Title>
      <Text c="dimmed" mb="sm">
        {t('mappingHelp')}
      </Text>
      {saved.length > 0 && (
        <NativeSelect
          mb="md"
          label={t('saved')}
          data={[{ value: NONE, label: t('savedNone') }, ...saved.map(({ name }) => ({ value: name, label: name }))]}
          value={NONE}
          onChange={({ currentTarget: { value } }) => {
            const one = saved.find(({ name }) => name === value)
            if (one)
              onChange({
                ...choices,
                mapping: Object.fromEntries(Object.entries(one.mapping).filter(([, column]) => column < heads.length)),
              })
          }}
        />
      )}
      <div className={classes.fields}>
        {fields.map(({ name, required }) => (
          <ColumnSelect key={name} field={name} required={required} preview={preview} choices={choices} onChange={onChange} />
        ))}
      </div>
      {fixable.length > 0 && (
        <div className={classes.fixed}>
          {fixable.map(({ name }) => (
            <TextInput
              key={name}
              label={t('fixedFor', { field: t(`field.${name}`) })}
              defaultValue={choices.fixed?.[name] ?? ''}
              maxLength={200}
              onBlur={({ currentTarget: { value } }) => fix(name, value)}
            />
          ))}
        </div>
      )}
    </Card>
  )
}
