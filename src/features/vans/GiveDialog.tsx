import { Button, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useVanChange } from '#app/components/operations/use-van-change.ts'
import { QrCode } from '#app/components/QrCode.tsx'
import { type Handed, type MyVan, prepareHandOver } from '#app/data/van.ts'
import { toastError } from '#app/ui/toasts.ts'
import { MAX_HANDED_ITEMS, type VanItem } from '#domain/vans/van.ts'
import { GoodsForm, type Quantities } from './GoodsForm.tsx'
import classes from './Vans.module.css'

type Props = { own: MyVan; opened: boolean; onClose(): void }

/** Gives goods to another van: its driver scans a code, and neither phone needs a network. */
export function GiveDialog({ own, opened, onClose }: Props) {
  const { t } = useTranslation('vans')
  const { t: common } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('dialog.GIVE')}
      closeButtonProps={{ 'aria-label': common('close') }}
      // A touch beside the code must not take it away while it is scanned.
      closeOnClickOutside={false}
    >
      {opened && <Give own={own} onClose={onClose} />}
    </Modal>
  )
}

function Give({ own, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('vans')
  const [to, setTo] = useState(own.van.others[0]?.id ?? 0)
  const [quantities, setQuantities] = useState<Quantities>([])
  const [handed, setHanded] = useState<Handed | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { handOver } = useVanChange()
  const name = own.van.others.find(({ id }) => id === to)?.name ?? ''
  const show = async (items: readonly VanItem[]) => {
    setBusy(true)
    const prepared = await prepareHandOver(own.van, to, items).catch(() => null)
    setBusy(false)
    // A page without TLS cannot sign.
    if (!prepared) toastError(t('machines:operationFailed'))
    setHanded(prepared)
  }
  const confirm = async (of: Handed) => {
    setBusy(true)
    const isKept = await handOver(of, t('done.GIVE', { van: name }))
    setBusy(false)
    if (isKept) onClose()
  }
  if (handed)
    return (
      <Stack gap="md">
        <Text>{t('give.show', { van: name })}</Text>
        <div className={classes.code}>
          <QrCode address={handed.code} label={t('give.code', { van: name })} isLarge />
        </div>
        <Text c="dimmed">{t('give.once')}</Text>
        <Stack gap="md" data-actions>
          <Button className={classes.go ?? ''} loading={isBusy} onClick={() => void confirm(handed)}>
            {t('give.confirm')}
          </Button>
          <Button variant="subtle" size="md" onClick={() => setHanded(null)}>
            {t('give.change')}
          </Button>
        </Stack>
      </Stack>
    )
  return (
    <Stack gap="md">
      <NativeSelect
        size="md"
        label={t('give.to')}
        value={String(to)}
        onChange={({ currentTarget: { value } }) => setTo(Number(value))}
        data={own.van.others.map((van) => ({ value: String(van.id), label: van.driver ? `${van.name} · ${van.driver}` : van.name }))}
      />
      <GoodsForm
        own={own}
        type="HAND_OVER"
        quantities={quantities}
        onChange={setQuantities}
        onClear={() => setQuantities([])}
        most={MAX_HANDED_ITEMS}
        submit={t('give.next')}
        isBusy={isBusy}
        onSubmit={(items) => void show(items)}
      />
    </Stack>
  )
}
