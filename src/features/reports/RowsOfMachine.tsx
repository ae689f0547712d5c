import { CloseButton, Group, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Card } from '#app/ui/Card.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import { ReportBody } from './ReportBody.tsx'

type Props<Row> = {
  title: string
  report: UseQueryResult<readonly Row[]>
  columns: Column<Row>[]
  keyOf(row: Row): string
  failed: string
  /** Shown if there are no rows. */
  none: string
  onClose(): void
}

/** Details of a figure of one machine. */
export function RowsOfMachine<Row>({ title, report, columns, keyOf, failed, none, onClose }: Props<Row>) {
  const { t } = useTranslation('machineReports')
  return (
    <Card aria-label={title} p={0}>
      <Group justify="space-between" p="md" pb={0} wrap="nowrap">
        <Title order={2}>{title}</Title>
        <CloseButton size="lg" aria-label={t('close')} onClick={onClose} />
      </Group>
      <ReportBody report={report} failed={failed} isEmpty={() => false}>
        {(rows) => (rows.length === 0 ? <Text p="md">{none}</Text> : <Table label={title} columns={columns} rows={rows} keyOf={keyOf} />)}
      </ReportBody>
    </Card>
  )
}
