import { UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { ProductName } from '#app/components/ProductName.tsx'
import { openHere } from '#app/data/device.ts'
import type { ProductCard } from '#contract/products.ts'
import classes from './OpenProduct.module.css'

// Nobody needs it before a name is pressed, and it brings charts along.
const SummaryDialog = lazy(async () => ({ default: (await import('./ProductSummaryDialog.tsx')).ProductSummaryDialog }))

/** The name of a product; a manager learns by it where the product is and how it sells. */
export function OpenProduct({ product }: { product: ProductCard }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  if (openHere().account.companyRole !== 'ROLE_MANAGER') return <ProductName product={product} />
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
      {wasOpened && (
        <Suspense>
          <SummaryDialog sku={product.sku} name={product.name} opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
