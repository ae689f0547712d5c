import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconDeviceSdCard, IconMail, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { CopyButton } from '#app/components/CopyButton.tsx'
import { PagedList } from '#app/components/PagedList.tsx'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { siteInfo } from '#app/data/session.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { DEVICE_SIZES, STANDARD_SIZE } from '#app/ui/page-sizes.ts'
import type { Device } from '#contract/devices.ts'
import { DEVICE_STATUSES, type DeviceStatus } from '#domain/machines/device-status.ts'
import { DeviceDialog, type FailedAttempt, type NewCode } from './DeviceDialog.tsx'
import { DevicesTable, StatusChips } from './DevicesTable.tsx'
import { useDeviceRows } from './device-rows.ts'
import { devices } from './devices.queries.ts'

const optionalOf = <S extends v.GenericSchema>(schema: S) => v.optional(v.fallback(v.optional(schema), undefined))

export const Route = createFileRoute('/_signed-in/_managers/dashboard/more/devices-list')({
  validateSearch: v.object({
    page: optionalOf(v.pipe(v.number(), v.integer(), v.minValue(1))),
    size: optionalOf(v.picklist(DEVICE_SIZES)),
    only: optionalOf(v.picklist(DEVICE_STATUSES)),
  }),
  component: DevicesListScreen,
})

/** The telemetry devices and payment terminals of the company, by trouble. */
function DevicesListScreen() {
  const { t } = useTranslation('devices')
  const { page = 1, size = STANDARD_SIZE.devices, only } = Route.useSearch()
  const navigate = Route.useNavigate()
  const all = useQuery(devices())
  const { rows, counts } = useDeviceRows(all.data)
  const found = only ? rows.filter(({ status }) => status === only) : rows
  const totalPages = Math.ceil(found.length / size)
  const pageDetails = { page: page - 1, size, totalPages, totalElements: found.length, hasNext: page < totalPages }
  const list = { ...all, data: all.data && { items: found, pageDetails } }
  const [edited, setEdited] = useState<Device | 'new' | null>(null)
  const [newCode, setNewCode] = useState<NewCode | null>(null)
  const [attempt, setAttempt] = useState<FailedAttempt | null>(null)
  const why = useWhyNot()
  const show = (next: DeviceStatus | undefined) => void navigate({ search: { size, only: next }, replace: true })
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
      />
      {attempt && (
        <Alert color="red" role="alert" mb="md" withCloseButton closeButtonLabel={t('common:close')} onClose={() => setAttempt(null)}>
          {t('failed')}. {why(attempt.error).text}
        </Alert>
      )}
      {rows.length > 0 && <StatusChips counts={counts} total={rows.length} only={only} onOnly={show} />}
      <PagedList
        label={t('title')}
        list={list}
        page={page}
        size={size}
        sizes={DEVICE_SIZES}
        onPage={(next) => navigate({ search: { page: next > 1 ? next : undefined, size, only } })}
        onSize={(next) => navigate({ search: { size: DEVICE_SIZES.find((one) => one === next), only } })}
        empty={
          rows.length > 0 ? (
            <EmptyState
              icon={<IconCircleCheck />}
              title={t('noneOf')}
              action={<Button onClick={() => show(undefined)}>{t('showAll')}</Button>}
            />
          ) : (
            <EmptyState icon={<IconDeviceSdCard />} title={t('none')} text={t('noneText')} action={add} />
          )
        }
      >
        {(shown) => (
          <DevicesTable
            rows={shown}
            page={{ number: page, size }}
            onEdit={({ id }) => setEdited(all.data?.find((device) => device.id === id) ?? null)}
          />
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

/** How to order more devices from the operator of this server. */
function OrderDevices() {
  const { t } = useTranslation('devices')
  const { data: site } = useQuery(siteInfo())
  const [isOpen, setOpen] = useState(false)
  const email = site?.supportEmail ?? ''
  const address = `mailto:${email}?subject=${encodeURIComponent(t('order.title'))}`
  return (
    <>
      {/* There from the start, so that it does not move the page when the address of the operator arrives. */}
      <Button size="md" variant="default" disabled={!site} onClick={() => setOpen(true)}>
        {t('order.title')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('order.title')} closeButtonProps={{ 'aria-label': t('common:close') }}>
        <Text>{t('order.text', { email })}</Text>
        <Group justify="flex-end" mt="md" data-actions>
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
          <Group justify="flex-end" gap="sm" data-actions>
            <CopyButton text={device.claimCode} label={t('code.copy')} copiedLabel={t('code.copied')} variant="default" />
            <Button size="md" onClick={onClose}>
              {t('code.done')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
