import { NativeSelect, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import type { ImportPreview } from '#contract/import-preview.ts'
import type { ImportChoices } from '#contract/imports.ts'
import { SALE_STATES } from '#domain/imports.ts'
import classes from './ColumnMapping.module.css'
import { useWrongChoice } from './WrongChoice.tsx'

type Props = { preview: ImportPreview; choices: ImportChoices; onChange(choices: ImportChoices): void }

/** The status values of rows and how each is interpreted. */
export function StateWords({ preview, choices, onChange }: Props) {
  const { t } = useTranslation('imports')
  const { states } = preview
  if (states.length === 0) return null
  return (
    <Card aria-label={t('states')}>
      <Title order={2}>{t('states')}</Title>
      <Text c="dimmed" mb="sm">
        {t('statesHelp')}
      </Text>
      <div className={classes.fields}>
        {states.map((one) => (
          <StateSelect key={one.word} of={one} preview={preview} choices={choices} onChange={onChange} />
        ))}
      </div>
    </Card>
  )
}

/** The meaning of one status value. */
export function StateSelect({
  of: { word, count, state, isSure },
  preview,
  choices,
  onChange,
}: Props & { of: ImportPreview['states'][number] }) {
  const { t } = useTranslation('imports')
  const { number } = formats()
  return (
    <NativeSelect
      label={`${word} (${number(count)})`}
      data={SALE_STATES.map((value) => ({ value, label: t(`saleState.${value}`) }))}
      value={state}
      error={useWrongChoice(`states.${word}`) ?? !isSure}
      onChange={({ currentTarget: { value } }) => {
        const chosen = SALE_STATES.find((one) => one === value)
        if (chosen) onChange({ ...choices, mapping: preview.mapping, states: { ...choices.states, [word]: chosen } })
      }}
    />
  )
}
