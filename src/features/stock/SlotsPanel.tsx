import { Button, Title } from '@mantine/core'
import { IconApps, IconPackages, IconPlus } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProductDialog } from '#app/components/products/ProductDialog.tsx'
import type { Slot } from '#app/data/slots.ts'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import type { MachineCard } from '#contract/machines.ts'
import type { Product } from '#contract/products.ts'
import { CopySlotsCard } from './CopySlotsCard.tsx'
import { CreateSlotCard } from './CreateSlotCard.tsx'
import classes from './SlotsPanel.module.css'

type Props = { ref?: Ref<HTMLDivElement>; machine: MachineCard; slots: readonly Slot[]; products: readonly Product[]; hasChanges: boolean }

const INVENTORY: string = '/dashboard/inventory'

/** A manager's tools to set up a machine: a slot, a product, or the settings of another machine. */
export function SlotsPanel({ ref, machine, slots, products, hasChanges }: Props) {
  const { t } = useTranslation('stock')
  const router = useRouter()
  const [isNew, setNew] = useState(false)
  return (
    <div ref={ref} className={classes.panel}>
      <CreateSlotCard machine={machine} slots={slots} products={products} />
      <Card aria-label={t('panel.quick')} className={classes.quick}>
        <Title order={2} size="h5">
          {t('panel.quick')}
        </Title>
        <Button variant="light" justify="start" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setNew(true)}>
          {t('panel.createProduct')}
        </Button>
        <LinkButton to="/dashboard/assortment" variant="subtle" justify="start" leftSection={<IconApps size={18} aria-hidden />}>
          {t('panel.assortment')}
        </LinkButton>
        {INVENTORY in router.routesByPath && (
          <Button
            component="a"
            href={INVENTORY}
            variant="subtle"
            justify="start"
            leftSection={<IconPackages size={18} aria-hidden />}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              void router.navigate({ href: INVENTORY })
            }}
          >
            {t('panel.inventory')}
          </Button>
        )}
      </Card>
      <CopySlotsCard machine={machine} products={products} hasChanges={hasChanges} />
      <ProductDialog opened={isNew} onClose={() => setNew(false)} />
    </div>
  )
}
