import { Alert, Anchor, Badge, Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { IconDeviceSdCard, IconMail, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { PagedList } from '#app/components/PagedList.tsx'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { siteInfo } from '#app/data/session.ts'
import { AgeText } from '#app/ui/AgeText.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { DEVICE_SIZES, STANDARD_SIZE } from '#app/ui/page-sizes.ts'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { Device } from '#contract/devices.ts'
import { OWN_VENDOR } from '#domain/machines/device.ts'
import { fromIso } from '#domain/time.ts'
import { DeviceDialog, type FailedAttempt, type NewCode } from './DeviceDialog.tsx'
import { devices } from './devices.queries.ts'

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
      cell: (device) => <LastContact device={device} />,
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

function LastContact({ device: { vendor, claimed, heardAt } }: { device: Device }) {
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

/** How to order more devices from the operator of this server. */
function OrderDevices() {
  const { t } = useTranslation('devices')
  const { data: site } = useQuery(siteInfo())
  const [isOpen, setOpen] = useState(false)
  if (!site) return null
  const address = `mailto:${site.supportEmail}?subject=${encodeURIComponent(t('order.title'))}`
  return (
    <>
      <Button size="md" variant="default" onClick={() => setOpen(true)}>
        {t('order.title')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('order.title')} closeButtonProps={{ 'aria-label': t('common:close') }}>
        <Text>{t('order.text', { email: site.supportEmail })}</Text>
        <Group justify="flex-end" mt="md">
          <Button component="a" size="md" href={address} leftSection={<IconMail size={18} aria-hidden />} data-autofocus>
            {t('order.write')}
          </Button>
        </Group>
      </Modal>
    </>
  )
}

/** The claim code with which a device gets its key: the server returns it only once. */
function ClaimCode({ device, onClose }: { device: { imei: string; claimCode: string } | null; onClose(): void }) {
  const { t } = useTranslation('devices')
  return (
    <Modal
      opened={device !== null}
      onClose={onClose}
      closeOnClickOutside={false}
      title={t('code.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {device && (
        <Stack gap="md">
          <Text>{t('code.text', { device: device.imei })}</Text>
          <Code block fz="xl" ta="center" data-figures>
            {device.claimCode}
          </Code>
          <Text size="sm" c="dimmed">
            {t('code.once')}
          </Text>
          <Group justify="flex-end" gap="sm">
            <CopyButton value={device.claimCode}>
              {({ copied, copy }) => (
                <Button variant="default" size="md" onClick={copy}>
                  {t(copied ? 'code.copied' : 'code.copy')}
                </Button>
              )}
            </CopyButton>
            <Button size="md" onClick={onClose}>
              {t('code.done')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
