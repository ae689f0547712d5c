import { NativeSelect, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Card } from '#app/ui/Card.tsx'
import type { ImportPreview } from '#contract/imports.ts'
import classes from './ColumnMapping.module.css'

const NONE = ''

/** Which column says what, with what stands in its first row. */
export function ColumnMapping({ preview, onChange }: { preview: ImportPreview; onChange(mapping: Record<string, number>): void }) {
  const { t } = useTranslation('imports')
  const { heads, fields, mapping, sample } = preview
  const columns = heads.map((head, index) => ({ value: String(index), label: head || t('columnNumber', { number: index + 1 }) }))
  const say = (field: string, column: string) => {
    const { [field]: _, ...others } = mapping
    onChange(column === NONE ? others : { ...others, [field]: Number(column) })
  }
  return (
    <Card aria-label={t('mapping')}>
      <Title order={2} size="h4">
        {t('mapping')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('mappingHelp')}
      </Text>
      <div className={classes.fields}>
        {fields.map(({ name, required }) => {
          const column = mapping[name]
          return (
            <NativeSelect
              key={name}
              label={t(`field.${name}`)}
              required={required}
              description={column === undefined ? t('notSaid') : (sample[0]?.[column] ?? '')}
              data={[{ value: NONE, label: t('noColumn') }, ...columns]}
              value={column === undefined ? NONE : String(column)}
              onChange={({ currentTarget: { value } }) => say(name, value)}
            />
          )
        })}
      </div>
    </Card>
  )
}
