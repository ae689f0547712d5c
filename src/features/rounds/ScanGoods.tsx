import { Alert, Button, Stack } from '@mantine/core'
import { IconBarcode, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProductPicker } from '#app/components/ProductPicker.tsx'
import { useKeyboardScanner } from '#app/components/scan/use-keyboard-scanner.ts'
import { goodsLabel } from '#app/data/pick-list.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { Product } from '#contract/products.ts'
import type { ProductId } from '#domain/ids.ts'
import { productWithCode } from '#domain/products/read-codes.ts'
import type { Scanned } from '#domain/rounds/loaded.ts'
import classes from './Rounds.module.css'

const Scanner = lazyPart(async () => (await import('#app/components/scan/Scanner.tsx')).Scanner, {
  missing: () => null,
  waiting: () => null,
})

type Read =
  | { code: string; product: null }
  | { code: string | null; product: Product; scanned: Scanned & { machine: string | null }; pieces: number }

type Props = {
  products: ReadonlyMap<ProductId, Product>
  onScan(product: ProductId, pieces: number): Scanned & { machine: string | null }
}

/** Loads goods by their bar codes, read by the camera or typed by a scanner, without a network. */
export function ScanGoods({ products, onScan }: Props) {
  const { t } = useTranslation('day')
  const [isOn, setOn] = useState(false)
  const [isPaused, setPaused] = useState(false)
  const [read, setRead] = useState<Read | null>(null)
  const last = useRef<string | null>(null)

  const count = (product: Product, pieces: number, code: string | null) =>
    setRead({ code, product, pieces, scanned: onScan(product.id, pieces) })
  const scan = (code: string) => {
    const found = productWithCode(products.values(), code)
    if (found) count(found.product, found.pieces, code)
    else setRead({ code, product: null })
  }
  const seen = (code: string) => {
    setPaused(true)
    setTimeout(() => setPaused(false), REST_MS)
    // The goods are still in front of the camera.
    if (code === last.current) return
    last.current = code
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60)
    scan(code)
  }
  useKeyboardScanner(scan)
  const choose = () => {
    setOn(!isOn)
    setPaused(false)
    last.current = null
  }
  return (
    <Stack gap="sm">
      <Button
        variant={isOn ? 'default' : 'light'}
        className={classes.go ?? ''}
        fullWidth
        aria-pressed={isOn}
        leftSection={isOn ? <IconX size={22} aria-hidden /> : <IconBarcode size={22} aria-hidden />}
        onClick={choose}
      >
        {t(isOn ? 'loading.scan.close' : 'loading.scan.open')}
      </Button>
      {isOn && <Scanner kind="PRODUCT" isPaused={isPaused} onCode={seen} />}
      <div role="status">{read && <Outcome read={read} />}</div>
      {read?.product === null && (
        <ProductPicker
          label={t('loading.scan.find')}
          products={[...products.values()]}
          value={null}
          onChange={(id) => {
            const product = id === null ? undefined : products.get(id)
            if (product) count(product, 1, null)
          }}
        />
      )}
      {read?.product && read.scanned.outcome === 'counted' && (
        <Button variant="default" size="lg" onClick={() => count(read.product, read.pieces, read.code)}>
          {t('loading.scan.again', { count: read.pieces })}
        </Button>
      )}
    </Stack>
  )
}

/** How long the camera rests after a code. */
const REST_MS = 700

function Outcome({ read }: { read: Read }) {
  const { t } = useTranslation('day')
  if (read.product === null)
    return (
      <Alert color="orange" variant="light" title={t('loading.scan.unknown', { code: read.code })}>
        {t('loading.scan.unknownText')}
      </Alert>
    )
  const { product, scanned } = read
  const { outcome, row, machine, loaded, spare } = scanned
  const isNew = outcome === 'loaded' || outcome === 'counted'
  const words = [
    ...(machine === null ? [] : [machine]),
    outcome === 'counted'
      ? t('loading.scan.counted', { done: loaded.counts.get(row?.key ?? ''), all: row?.pieces })
      : t(`loading.scan.${outcome}`),
    ...(isNew && spare > 0 ? [t('loading.scan.spare', { count: spare })] : []),
  ]
  return (
    <Alert color={isNew ? 'green' : 'slate'} variant="light" title={goodsLabel(product)}>
      {words.join(' · ')}
    </Alert>
  )
}
