import { Anchor, Button, Chip, Group, Text } from '@mantine/core'
import { IconAlertTriangleFilled, IconPlugConnectedX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAlertLabels } from '#app/components/alert-labels.ts'
import { AgeText } from '#app/ui/AgeText.tsx'
import chipRow from '#app/ui/chip-row.module.css'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import { OWN_VENDOR } from '#domain/machines/device.ts'
import type { DeviceStatus } from '#domain/machines/device-status.ts'
import classes from './DevicesTable.module.css'
import type { DeviceRow } from './device-rows.ts'

type ChipsProps = {
  counts: readonly { status: DeviceStatus; count: number }[]
  total: number
  only: DeviceStatus | undefined
  onOnly(only: DeviceStatus | undefined): void
}

/** Filters by status, with the number of devices of each. */
export function StatusChips({ counts, total, only, onOnly }: ChipsProps) {
  const { t } = useTranslation('devices')
  const shown = only && !counts.some(({ status }) => status === only) ? [...counts, { status: only, count: 0 }] : counts
  return (
    <Group gap="xs" className={chipRow.chips ?? ''} role="group" aria-label={t('filter')} mb="md">
      <Chip size="md" checked={only === undefined} onChange={() => onOnly(undefined)}>
        {t('all')}{' '}
        <Text span inherit fw={600} data-figures>
          {total}
        </Text>
      </Chip>
      {shown.map(({ status, count }) => (
        <Chip key={status} size="md" checked={only === status} onChange={(checked) => onOnly(checked ? status : undefined)}>
          {t(`status.${status}`)}{' '}
          <Text span inherit fw={600} data-figures>
            {count}
          </Text>
        </Chip>
      ))}
    </Group>
  )
}

type Props = { rows: readonly DeviceRow[]; page: { number: number; size: number }; onEdit(row: DeviceRow): void }

export function DevicesTable({ rows, page, onEdit }: Props) {
  const { t } = useTranslation('devices')
  const columns: Column<DeviceRow>[] = [
    {
      key: 'imei',
      label: t('column.number'),
      sortBy: ({ imei }) => imei,
      width: '10.5rem',
      className: classes.number,
      cell: ({ imei }) => <span data-figures>{imei}</span>,
    },
    {
      key: 'heard',
      label: t('column.heard'),
      sortBy: ({ heardAt }) => heardAt,
      width: 'minmax(12.5rem, 1.4fr)',
      hasNoPhoneLabel: true,
      className: classes.heard,
      cell: (row) => <LastContact row={row} />,
    },
    {
      key: 'machine',
      sortBy: ({ machine }) => machine?.name,
      label: t('column.machine'),
      width: 'minmax(8rem, 2fr)',
      hasNoPhoneLabel: true,
      className: classes.machine,
      cell: ({ machine }) =>
        machine ? (
          <Anchor
            renderRoot={(props) => <Link to="/dashboard/machines/$machineId" params={{ machineId: String(machine.id) }} {...props} />}
          >
            {machine.name}
          </Anchor>
        ) : (
          '–'
        ),
    },
    {
      key: 'vendor',
      label: t('provider'),
      sortBy: ({ vendor }) => vendorIn(t, vendor),
      width: 'minmax(8rem, 1.4fr)',
      hasNoPhoneLabel: true,
      className: classes.detail,
      cell: ({ vendor, model }) => [vendorIn(t, vendor), model].filter(Boolean).join(' · '),
    },
    {
      key: 'msisdn',
      label: t('msisdn'),
      sortBy: ({ msisdn, isHideMsidn }) => (isHideMsidn ? null : msisdn),
      width: 'minmax(6rem, 1fr)',
      className: classes.sim,
      cell: ({ msisdn, isHideMsidn }) => (isHideMsidn ? null : msisdn) ?? '–',
    },
    {
      key: 'apn',
      label: t('apnName'),
      sortBy: ({ apnName }) => apnName,
      width: 'minmax(5rem, 0.8fr)',
      className: classes.sim,
      cell: ({ apnName }) => apnName ?? '–',
    },
    {
      key: 'edit',
      label: '',
      width: '7rem',
      className: classes.edit,
      cell: (row) => (
        <Button variant="default" mih={44} aria-label={t('editNamed', { device: row.imei })} onClick={() => onEdit(row)}>
          {t('edit')}
        </Button>
      ),
    },
  ]
  return (
    <Table name="devices" label={t('title')} columns={columns} rows={rows} keyOf={({ id }) => id} page={page} cardClass={classes.row} />
  )
}

/** Our own devices have the product's name; vendors that are no longer listed keep the stored name. */
const vendorIn = (t: (key: string, more: { defaultValue: string }) => string, vendor: string | null) =>
  t(`vendor.${vendor ?? OWN_VENDOR}`, { defaultValue: vendor ?? '' })

/** When the device last sent a message, in red if it should have since; and the malfunctions of its machine. */
function LastContact({ row: { status, heardAt, faults } }: { row: DeviceRow }) {
  const { t } = useTranslation('devices')
  const alertLabel = useAlertLabels()
  if (status === 'EXTERNAL') return '–'
  if (status === 'UNCLAIMED') return <span className={classes.waits}>{t('status.UNCLAIMED')}</span>
  const age = heardAt === null ? t('never') : <AgeText at={heardAt} />
  if (status === 'SILENT')
    return (
      <span className={classes.silent}>
        <IconPlugConnectedX size={16} aria-hidden />
        <span>
          {t('status.SILENT')} · {age}
        </span>
      </span>
    )
  return (
    <>
      {age}
      {status === 'FAULT' && (
        <span className={classes.fault}>
          <IconAlertTriangleFilled size={14} aria-hidden />
          <span>{faults.map(alertLabel).join(', ')}</span>
        </span>
      )}
    </>
  )
}
