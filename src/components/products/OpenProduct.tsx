import { Modal, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { ProductName } from '#app/components/ProductName.tsx'
import { getSession } from '#app/data/device.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { PartMissing } from '#app/ui/PartMissing.tsx'
import type { ProductCard } from '#contract/products.ts'
import classes from './OpenProduct.module.css'

// Loaded on demand because it includes charts.
const SummaryDialog = lazyPart(async () => (await import('./ProductSummaryDialog.tsx')).ProductSummaryDialog, {
  waiting: () => null,
  missing: ({ name, opened, onClose }) => (
    <Modal opened={opened} onClose={onClose} title={name}>
      <PartMissing />
    </Modal>
  ),
})

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
