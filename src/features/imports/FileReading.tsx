import { Alert, NativeSelect, Radio, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { ImportPreview } from '#contract/import-preview.ts'
import type { ImportChoices } from '#contract/imports.ts'
import { DATE_ORDERS } from '#domain/imports.ts'
import classes from './ColumnMapping.module.css'
import { AsSales, FileDoubts } from './FileDoubts.tsx'
import { useWrongChoice } from './WrongChoice.tsx'

const NO_HEADS = 'none'
const DAY_FIRST = 'DAY_FIRST'
const MONTH_FIRST = 'MONTH_FIRST'
const YEAR_FIRST = 'YEAR_FIRST'

type Props = {
  preview: ImportPreview
  choices: ImportChoices
  onChange(choices: ImportChoices): void
  titleRef: Ref<HTMLHeadingElement>
}

/**
 * How the file is read: the report, its header row, its dates and numbers, and its first rows. For ambiguous values nothing is chosen at
 * first, so that the assumed reading can be confirmed.
 */
export function FileReading({ preview, choices, onChange, titleRef }: Props) {
  const { t } = useTranslation('imports')
  const { number, calendarDate } = formats()
  const { dates, decimal, firstRows, header, heads, holds, layout, leftOut, mapping, sample } = preview
  const wall = (iso: string | null | undefined) => (iso ? calendarDate(new Date(iso)) : t('noDate'))
  const [wrongHeader, wrongDates, wrongDecimal] = [useWrongChoice('header'), useWrongChoice('dateOrder'), useWrongChoice('decimal')]
  const example = dates?.example
  const columns = [...new Set(Object.values(mapping))].filter((column) => column < heads.length).toSorted((a, b) => a - b)
  const rows = sample.map((cells, place) => ({ place, cells }))
  const shown = columns.map(
    (column): Column<(typeof rows)[number]> => ({
      key: String(column),
      label: t(`field.${Object.entries(mapping).find(([, at]) => at === column)?.[0]}`),
      cell: ({ cells }) => <span className={classes.cell}>{cells[column] ?? ''}</span>,
    }),
  )
  const isOfSales = preview.fields.some(({ name }) => name === 'amount')
  const isOther =
    holds === 'SETTLEMENT' ||
    holds === 'AGGREGATE' ||
    holds === 'CANCELLED' ||
    holds === 'REFILLS' ||
    holds === 'PIVOT' ||
    holds === 'SIDE_BY_SIDE'
  return (
    <Card aria-label={t('understood')}>
      <Title order={2} mb="sm" ref={titleRef} tabIndex={-1}>
        {t('understood')}
      </Title>
      <Stack gap="md">
        {layout && <Text>{t('layout', layout)}</Text>}
        {isOther && (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            <Stack gap="sm">
              <Text size="sm">{t(`holds.${holds}`)}</Text>
              {(holds === 'AGGREGATE' || holds === 'REFILLS' || (holds === 'PIVOT' && isOfSales)) && (
                <AsSales choices={choices} onChange={onChange} />
              )}
            </Stack>
          </Alert>
        )}
        <FileDoubts preview={preview} choices={choices} onChange={onChange} />
        <NativeSelect
          label={t('headRow')}
          data={[
            { value: NO_HEADS, label: t('noHeads') },
            ...firstRows.map((row) => ({
              value: String(row.number),
              label: t('common:labelled', {
                label: number(row.number),
                value: row.cells.filter(Boolean).slice(0, 6).join(' · ').slice(0, 90),
              }),
            })),
          ]}
          error={wrongHeader}
          value={header === null ? NO_HEADS : String(header)}
          onChange={({ currentTarget: { value } }) => {
            const { mapping: _, ...others } = choices
            onChange({ ...others, header: value === NO_HEADS ? null : Number(value) })
          }}
        />
        {dates && (example || dates.isMixed) && (
          <Stack gap="xs">
            {(!dates.isSure || dates.isMixed) && (
              <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
                {dates.isMixed ? t('datesMixed') : t('datesUnclear', { text: example?.text ?? '' })}
              </Alert>
            )}
            <Radio.Group
              label={t('dateOrder')}
              description={example?.text}
              error={wrongDates}
              value={dates.isSure || choices.dateOrder ? dates.order : ''}
              onChange={(value) => onChange({ ...choices, dateOrder: DATE_ORDERS.find((one) => one === value) ?? DAY_FIRST })}
            >
              <Stack gap="xs" mt="xs">
                <Radio value={DAY_FIRST} label={t('dayFirst', { date: wall(example?.dayFirst) })} />
                <Radio value={MONTH_FIRST} label={t('monthFirst', { date: wall(example?.monthFirst) })} />
                {(example?.yearFirst || dates.order === YEAR_FIRST) && (
                  <Radio value={YEAR_FIRST} label={t('yearFirst', { date: wall(example?.yearFirst) })} />
                )}
              </Stack>
            </Radio.Group>
          </Stack>
        )}
        {decimal && (decimal.doubt || choices.decimal) && (
          <Stack gap="xs">
            {decimal.doubt && (
              <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
                {t('decimalUnclear', { text: decimal.doubt })}
              </Alert>
            )}
            <Radio.Group
              label={t('decimal')}
              error={wrongDecimal}
              value={choices.decimal ?? ''}
              onChange={(value) => onChange({ ...choices, decimal: value === ',' ? ',' : '.' })}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="." label="1234.50" />
                <Radio value="," label="1234,50" />
              </Stack>
            </Radio.Group>
          </Stack>
        )}
        {sample.length > 0 && columns.length > 0 && (
          <div className={classes.sample}>
            <Table label={t('sample')} columns={shown} rows={rows} keyOf={({ place }) => place} />
          </div>
        )}
        {leftOut.length > 0 && columns.length > 0 && <Text size="sm">{t('leftOutColumns', { names: leftOut.join(', ') })}</Text>}
      </Stack>
    </Card>
  )
}
