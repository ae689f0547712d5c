import { Button, Checkbox, Group, NativeSelect } from '@mantine/core'
import { IconPackages } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProductDialog } from '#app/components/products/ProductDialog.tsx'
import { catalogue } from '#app/data/slots.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { SearchBox } from '#app/ui/SearchBox.tsx'
import { WindowRows } from '#app/ui/WindowRows.tsx'
import type { Product } from '#contract/products.ts'
import { PACKAGINGS, type Packaging } from '#domain/products/product.ts'
import { fold, hasWords } from '#domain/search.ts'
import classes from './OwnProducts.module.css'
import { ProductRow } from './ProductRow.tsx'

type Props = {
  query: string
  packaging: Packaging | null
  withDeleted: boolean
  onSearch(query: string): void
  onPackaging(packaging: Packaging | null): void
  onDeleted(shown: boolean): void
  onNew(): void
  onLibrary(): void
}

/** The company's own products, from local data. */
export function OwnProducts({ query, packaging, withDeleted, onSearch, onPackaging, onDeleted, onNew, onLibrary }: Props) {
  const { t } = useTranslation('products')
  const { data: products } = useSuspenseQuery(catalogue())
  const [edited, setEdited] = useState<Product | null>(null)
  const shown = useMemo(() => {
    return products.filter(
      (product) =>
        (withDeleted || !product.deleted) &&
        (packaging === null || product.packaging === packaging) &&
        hasWords(fold(`${product.name} ${product.sku}`), query),
    )
  }, [products, query, packaging, withDeleted])
  const isEmpty = products.every(({ deleted }) => deleted)
  return (
    <Card aria-label={t('tab.own')}>
      <div className={classes.filters}>
        <SearchBox label={t('search')} value={query} onSearch={onSearch} />
        <NativeSelect
          size="md"
          aria-label={t('field.packaging')}
          data={[{ value: '', label: t('allPackagings') }, ...PACKAGINGS.map((value) => ({ value, label: t(`packaging.${value}`) }))]}
          value={packaging ?? ''}
          onChange={({ currentTarget: { value } }) => onPackaging(PACKAGINGS.find((one) => one === value) ?? null)}
        />
        <Checkbox
          size="md"
          label={t('showDeleted')}
          checked={withDeleted}
          onChange={({ currentTarget: { checked } }) => onDeleted(checked)}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={<IconPackages />}
          title={t(isEmpty ? 'none' : 'noneFound')}
          text={t(isEmpty ? 'noneText' : 'noneFoundText')}
          action={
            <Group gap="sm" justify="center">
              <Button onClick={onLibrary}>{t('fromLibrary')}</Button>
              <Button variant="default" onClick={onNew}>
                {t('new')}
              </Button>
            </Group>
          }
        />
      ) : (
        <WindowRows items={shown} keyOf={({ id }) => id} rowPx={72} rowClass={classes.row}>
          {(product) => <ProductRow product={product} onEdit={setEdited} />}
        </WindowRows>
      )}
      {edited && <ProductDialog key={edited.id} opened product={edited} onClose={() => setEdited(null)} />}
    </Card>
  )
}
