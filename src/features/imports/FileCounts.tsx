import { Button, Checkbox, Group, List, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { saveFile } from '#app/ui/save-file.ts'
import { Table } from '#app/ui/table/Table.tsx'
import type { ImportPreview, RowProblem } from '#contract/import-preview.ts'
import type { ImportChoices } from '#contract/imports.ts'

/** The number of bad rows listed here; the file contains more. */
const NAMED = 50
const NAMES = 10

type Props = { preview: ImportPreview; choices: ImportChoices; onChange(choices: ImportChoices): void }

/** What an import would add, what already exists, and the bad rows with the options for them. */
export function FileCounts({ preview, choices, onChange }: Props) {
  const { t } = useTranslation('imports')
  const { number, date } = formats()
  const { badRows, counts, notes, period, problems, unknown } = preview
  const problemCount = Math.max(preview.problemCount, problems.length)
  const textOf = (key: string, count: number) => t(key, { shown: number(count) })
  const names = (of: readonly string[]) => `${of.slice(0, NAMES).join(', ')}${of.length > NAMES ? ' …' : ''}`
  const download = () => saveFile(new File([`\ufeff${badRows}`], 'rows.csv', { type: 'text/csv' }))
  return (
    <Card aria-label={t('result')}>
      <Title order={2} mb="sm">
        {t('result')}
      </Title>
      <Stack gap="md">
        {counts && (
          <List>
            <List.Item>{textOf('countNew', counts.new)}</List.Item>
            {counts.known > 0 && <List.Item>{textOf('countKnown', counts.known)}</List.Item>}
            {counts.refused > 0 && <List.Item>{textOf('countRefused', counts.refused)}</List.Item>}
            {notes.map(({ note, count }) => (
              <List.Item key={note}>{textOf(`note.${note}`, count)}</List.Item>
            ))}
          </List>
        )}
        {period && <Text>{t('period', { from: date(Date.parse(period.from)), until: date(Date.parse(period.until)) })}</Text>}
        {unknown.machines.length > 0 && (
          <Checkbox
            label={t('createMachines', { names: names(unknown.machines) })}
            checked={choices.createMachines ?? false}
            onChange={({ currentTarget: { checked } }) => onChange({ ...choices, createMachines: checked })}
          />
        )}
        {unknown.products.length > 0 && (
          <Checkbox
            label={t('createProducts', { names: names(unknown.products) })}
            checked={choices.createProducts ?? false}
            onChange={({ currentTarget: { checked } }) => onChange({ ...choices, createProducts: checked })}
          />
        )}
        {(choices.ownCurrency || problems.some(({ code }) => code === 'OTHER_CURRENCY')) && (
          <Checkbox
            label={t('ownCurrency', { currency: formats().currency })}
            checked={choices.ownCurrency ?? false}
            onChange={({ currentTarget: { checked } }) => onChange({ ...choices, ownCurrency: checked })}
          />
        )}
        {problems.length === 0 && badRows !== '' && (
          <Group>
            <Button variant="light" leftSection={<IconDownload size={20} aria-hidden />} onClick={download}>
              {t('downloadUnmatched')}
            </Button>
          </Group>
        )}
        {problems.length > 0 && (
          <>
            <Title order={3}>{t('problemsTitle', { count: problemCount, shown: number(problemCount) })}</Title>
            <Group gap="md">
              <Checkbox
                label={t('leaveOut')}
                checked={choices.leaveOut ?? false}
                onChange={({ currentTarget: { checked } }) => onChange({ ...choices, leaveOut: checked })}
              />
              <Button variant="light" leftSection={<IconDownload size={20} aria-hidden />} onClick={download}>
                {t('downloadBad')}
              </Button>
            </Group>
            <Table
              label={t('problems')}
              columns={[
                { key: 'row', label: t('row'), cell: ({ row }) => number(row) },
                { key: 'column', label: t('column'), isWord: true, cell: ({ field }) => t(`field.${field}`) },
                { key: 'wrong', label: t('wrong'), cell: ({ code, value }) => t(`problem.${code}`, { value }) },
              ]}
              rows={differing(problems).slice(0, NAMED)}
              keyOf={keyOf}
              isCompact
            />
          </>
        )}
      </Stack>
    </Card>
  )
}

const keyOf = ({ row, field, code, value }: RowProblem) => `${row} ${field} ${code} ${value}`

/** Slots of one shelf have the number of its row, and the same product in several of them is one problem to the user. */
const differing = (problems: readonly RowProblem[]): RowProblem[] => [...new Map(problems.map((one) => [keyOf(one), one])).values()]
