import { Button } from '@mantine/core'
import { IconPackageImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useVanChange } from '#app/components/operations/use-van-change.ts'
import { intoVan, noteIntoVan } from '#app/data/loaded.ts'
import { ownVan } from '#app/data/van.ts'
import type { ProductId } from '#domain/ids.ts'
import { MAX_VAN_ITEMS } from '#domain/vans/van.ts'
import classes from './Rounds.module.css'

/** `carried`: pieces that were ticked off or counted. */
type Props = { round: number; carried: ReadonlyMap<ProductId, number> }

/**
 * Records what was ticked off as a load of the user's van. What was recorded before for this round is left out, so that pressing it again
 * records only what has been ticked off since.
 */
export function LoadIntoVan({ round, carried }: Props) {
  const { t } = useTranslation('vans')
  const { data: own } = useQuery(ownVan())
  const { data: before, refetch } = useQuery(intoVan(round))
  const [isBusy, setBusy] = useState(false)
  const { change } = useVanChange()
  if (!own || !before) return null
  const items = [...carried]
    .map(([productId, quantity]) => ({ productId, quantity: quantity - (before.get(productId) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
    .slice(0, MAX_VAN_ITEMS)
  const load = async () => {
    setBusy(true)
    const restoreLoad = () => void Promise.resolve(noteIntoVan(round, before)).then(() => refetch())
    if (!(await change({ own, type: 'LOAD', items }, restoreLoad))) return setBusy(false)
    const after = new Map([
      ...before,
      ...items.map(({ productId, quantity }) => [productId, quantity + (before.get(productId) ?? 0)] as const),
    ])
    // The button stays busy until these goods are left out, so that pressing it twice records them once.
    await noteIntoVan(round, after)
    await refetch()
    setBusy(false)
  }
  return (
    <Button
      className={classes.go ?? ''}
      disabled={items.length === 0}
      loading={isBusy}
      leftSection={<IconPackageImport size={22} aria-hidden />}
      onClick={() => void load()}
    >
      {items.length > 0
        ? t('intoVan', { van: own.van.name, count: items.length })
        : t(before.size > 0 ? 'allInVan' : 'tickFirst', { van: own.van.name })}
    </Button>
  )
}
