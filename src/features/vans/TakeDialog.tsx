import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useVanChange } from '#app/components/operations/use-van-change.ts'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { unitOf } from '#app/data/activity.ts'
import { formats } from '#app/data/formats.ts'
import { isHandOverKnown, type MyVan } from '#app/data/van.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { readCode } from '#domain/vans/hand-over.ts'
import classes from './Vans.module.css'

const Scanner = lazyPart(async () => (await import('#app/components/scan/Scanner.tsx')).Scanner, {
  missing: () => null,
  waiting: () => null,
})

type Props = { own: MyVan; opened: boolean; onClose(): void }
type Read = NonNullable<ReturnType<typeof readCode>>

/** Takes goods over from another van by scanning the code on the phone of its driver. */
export function TakeDialog({ own, opened, onClose }: Props) {
  const { t } = useTranslation('vans')
  const { t: common } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} title={t('dialog.TAKE')} closeButtonProps={{ 'aria-label': common('close') }}>
      {opened && <Take own={own} onClose={onClose} />}
    </Modal>
  )
}

function Take({ own, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('vans')
  const [read, setRead] = useState<Read | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { handOver: record } = useVanChange()
  const labelOf = useProductLabels()
  const nameOf = (id: number) => own.van.others.find((van) => van.id === id)?.name ?? t('anotherVan')

  const scanned = async (text: string) => {
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60)
    const code = readCode(text)
    if (!code) return setWrong(t('take.unreadable'))
    const { id, from, to } = code.handOver
    if (from === own.van.id) return setWrong(t('take.own'))
    if (to !== own.van.id) return setWrong(t('take.other', { van: nameOf(to) }))
    if (await isHandOverKnown(id)) return setWrong(t('take.known'))
    setWrong(null)
    setRead(code)
  }
  const confirm = async ({ handOver, signature }: Read) => {
    setBusy(true)
    const isKept = await record({ handOver, signature }, t('done.TAKE', { van: nameOf(handOver.from) }))
    setBusy(false)
    if (isKept) onClose()
  }
  if (read) {
    const { exactAmount } = formats()
    const products = new Map([...own.products, ...own.goods.map(({ product }) => product)].map((product) => [product.id, product]))
    return (
      <Stack gap="md">
        <Text>{t('take.from', { van: nameOf(read.handOver.from) })}</Text>
        <ul className={classes.list}>
          {read.handOver.items.map(({ productId, quantity }) => {
            const product = products.get(productId)
            return (
              <li key={productId} className={classes.line}>
                <span className={classes.name}>{product ? labelOf(product) : t('outbox:productGone')}</span>
                <span className={classes.figure} data-figures>
                  {product ? exactAmount(quantity, unitOf(product)) : quantity}
                </span>
              </li>
            )
          })}
        </ul>
        <Stack data-actions>
          <Button className={classes.go ?? ''} loading={isBusy} onClick={() => void confirm(read)}>
            {t('take.confirm')}
          </Button>
          <Button variant="subtle" size="md" disabled={isBusy} onClick={() => setRead(null)}>
            {t('take.again')}
          </Button>
        </Stack>
      </Stack>
    )
  }
  return (
    <Stack gap="md">
      <Text>{t('take.scan')}</Text>
      {wrong && (
        <Alert color="orange" role="alert">
          {wrong}
        </Alert>
      )}
      <Scanner textsOf="ANY" isPaused={false} onCode={(text) => void scanned(text)} />
    </Stack>
  )
}
