import { Modal, UnstyledButton } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProductName } from '#app/components/ProductName.tsx'
import { getSession } from '#app/data/device.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { PartMissing } from '#app/ui/PartMissing.tsx'
import type { ProductCard } from '#contract/products.ts'
import classes from './OpenProduct.module.css'
import type { ProductSummaryDialog } from './ProductSummaryDialog.tsx'

// Loaded on demand because it includes charts.
const SummaryDialog = lazyPart(async () => (await import('./ProductSummaryDialog.tsx')).ProductSummaryDialog, {
  waiting: () => null,
  missing: MissingDialog,
})

function MissingDialog({ name, opened, onClose }: ComponentProps<typeof ProductSummaryDialog>) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} title={name} closeButtonProps={{ 'aria-label': t('close') }}>
      <PartMissing />
    </Modal>
  )
}

/** The name of a product; managers open a summary with its machines and sales. */
export function OpenProduct({ product }: { product: ProductCard }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  if (getSession().account.companyRole !== 'ROLE_MANAGER') return <ProductName product={product} />
  return (
    <>
      <UnstyledButton
        className={classes.name}
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        <ProductName product={product} />
      </UnstyledButton>
      {wasOpened && <SummaryDialog sku={product.sku} name={product.name} opened={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
