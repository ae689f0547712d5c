import { Alert, Anchor, Badge, Button } from '@mantine/core'
import { IconDeviceSdCard, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { PagedList } from '#app/components/PagedList.tsx'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { AgeText } from '#app/ui/AgeText.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { DEVICE_SIZES, STANDARD_SIZE } from '#app/ui/page-sizes.ts'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { Device } from '#contract/devices.ts'
import { OWN_VENDOR } from '#domain/machines/device.ts'
import { fromIso } from '#domain/time.ts'
import { ClaimCode } from './ClaimCode.tsx'
import { DeviceDialog, type FailedAttempt, type NewCode } from './DeviceDialog.tsx'
import { devices } from './devices.queries.ts'
import { OrderDevices } from './OrderDevices.tsx'

const optionalOf = <S extends v.GenericSchema>(schema: S) => v.optional(v.fallback(v.optional(schema), undefined))

export const Route = createFileRoute('/_signed-in/_managers/dashboard/more/devices-list')({
  validateSearch: v.object({
    page: optionalOf(v.pipe(v.number(), v.integer(), v.minValue(1))),
    size: optionalOf(v.picklist(DEVICE_SIZES)),
  }),
  component: DevicesListScreen,
})

/** The telemetry devices and payment terminals of the company. */
function DevicesListScreen() {
  const { t } = useTranslation('devices')
  const { page = 1, size = STANDARD_SIZE.devices } = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useQuery({
    ...devices(),
    select: (all) => {
      const totalPages = Math.ceil(all.length / size)
      const pageDetails = { page: page - 1, size, totalPages, totalElements: all.length, hasNext: page < totalPages }
      return { items: [...all], pageDetails }
    },
  })
  const [edited, setEdited] = useState<Device | 'new' | null>(null)
  const [newCode, setNewCode] = useState<NewCode | null>(null)
  const [attempt, setAttempt] = useState<FailedAttempt | null>(null)
  const why = useWhyNot()
  const columns: Column<Device>[] = [
    { key: 'imei', label: t('column.number'), sortBy: ({ imei }) => imei, cell: ({ imei }) => <span data-figures>{imei}</span> },
    {
      key: 'vendor',
      label: t('provider'),
      sortBy: ({ vendor }) => vendorIn(t, vendor),
      cell: ({ vendor, model }) => [vendorIn(t, vendor), model].filter(Boolean).join(' · '),
    },
    {
      key: 'machine',
      sortBy: ({ machine }) => machine?.name,
      label: t('column.machine'),
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
      key: 'msisdn',
      label: t('msisdn'),
      sortBy: ({ msisdn, isHideMsidn }) => (isHideMsidn ? null : msisdn),
      cell: ({ msisdn, isHideMsidn }) => (isHideMsidn ? null : msisdn) ?? '–',
    },
    { key: 'apn', label: t('apnName'), sortBy: ({ apnName }) => apnName, cell: ({ apnName }) => apnName ?? '–' },
    {
      key: 'heard',
      label: t('column.heard'),
      sortBy: ({ heardAt }) => heardAt && fromIso(heardAt),
      cell: (device) => <Heard device={device} />,
    },
    {
      key: 'edit',
      label: '',
      cell: (device) => (
        <Button variant="default" h={44} aria-label={t('editNamed', { device: device.imei })} onClick={() => setEdited(device)}>
          {t('edit')}
        </Button>
      ),
    },
  ]
  const add = (
    <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <OrderDevices />
            {add}
          </>
        }
        breadcrumb={[{ label: t('more:title'), link: { to: '/dashboard/more' } }, { label: t('title') }]}
      />
      {attempt && (
        <Alert color="red" role="alert" mb="md" withCloseButton closeButtonLabel={t('common:close')} onClose={() => setAttempt(null)}>
          {t('failed')}. {why(attempt.error).text}
        </Alert>
      )}
      <PagedList
        label={t('title')}
        list={list}
        page={page}
        size={size}
        sizes={DEVICE_SIZES}
        onPage={(next) => navigate({ search: { page: next > 1 ? next : undefined, size } })}
        onSize={(next) => navigate({ search: { size: DEVICE_SIZES.find((one) => one === next) } })}
        empty={<EmptyState icon={<IconDeviceSdCard />} title={t('none')} text={t('noneText')} action={add} />}
      >
        {(rows) => (
          <Table name="devices" label={t('title')} columns={columns} rows={rows} keyOf={({ id }) => id} page={{ number: page, size }} />
        )}
      </PagedList>
      <DeviceDialog
        opened={edited !== null}
        device={edited === 'new' ? null : edited}
        onClose={() => setEdited(null)}
        attempt={attempt}
        onSaved={(code) => {
          setNewCode(code)
          setAttempt(null)
        }}
        onFailed={setAttempt}
      />
      <ClaimCode device={newCode} onClose={() => setNewCode(null)} />
    </>
  )
}

/** Our own devices have the product's name; vendors that are no longer listed keep the stored name. */
const vendorIn = (t: (key: string, more: { defaultValue: string }) => string, vendor: string | null) =>
  t(`vendor.${vendor ?? OWN_VENDOR}`, { defaultValue: vendor ?? '' })

function Heard({ device: { vendor, claimed, heardAt } }: { device: Device }) {
  const { t } = useTranslation('devices')
  if ((vendor ?? OWN_VENDOR) !== OWN_VENDOR) return '–'
  if (!claimed)
    return (
      <Badge color="orange" variant="light">
        {t('waitsForCode')}
      </Badge>
    )
  return heardAt === null ? t('never') : <AgeText at={fromIso(heardAt)} />
}
