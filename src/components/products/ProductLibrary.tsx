import { Badge, Button, Text } from '@mantine/core'
import { IconBooks, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ProductName } from '#app/components/ProductName.tsx'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { importProduct, library } from '#app/data/products.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { SearchBox } from '#app/ui/SearchBox.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { WindowRows } from '#app/ui/WindowRows.tsx'
import type { LibraryProduct } from '#contract/products.ts'
import classes from './ProductLibrary.module.css'

type Props = { query: string; onSearch(query: string): void }

/** Common products, which can be imported into the catalogue. */
export function ProductLibrary({ query, onSearch }: Props) {
  const { t } = useTranslation('products')
  const why = useWhyNot()
  const { data: products, isPending, error, refetch } = useQuery({ ...library(query), placeholderData: keepPreviousData })
  return (
    <>
      <SearchBox label={t('library.search')} value={query} onSearch={onSearch} />
      <Text size="sm" c="dimmed" my="sm">
        {t('library.about')}
      </Text>
      {isPending ? (
        <ListSkeleton />
      ) : !products ? (
        <ErrorState title={t('library.failed')} text={why(error).text} onRetry={() => void refetch()} />
      ) : products.length === 0 ? (
        <EmptyState icon={<IconBooks />} title={t('library.none')} text={t('library.noneText')} />
      ) : (
        <WindowRows items={products} keyOf={({ id }) => id} rowPx={64} rowClass={classes.row}>
          {(product) => <LibraryRow product={product} />}
        </WindowRows>
      )}
    </>
  )
}

function LibraryRow({ product }: { product: LibraryProduct }) {
  const { t } = useTranslation('products')
  const why = useWhyNot()
  const importing = useServerMutation(importProduct(product.id))
  const take = () =>
    importing.mutate(undefined, {
      onSuccess: () => toastSuccess(t('library.imported')),
      onError: (error) => toastError(`${t('library.notImported')}. ${why(error).text}`),
    })
  return (
    <>
      <div className={classes.product}>
        <ProductName product={{ ...product, deleted: false }} />
        <Text size="sm" c="dimmed">
          {t(`packaging.${product.packaging}`)}
        </Text>
      </div>
      {product.sku === null ? (
        <Button
          variant="light"
          loading={importing.isPending}
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={take}
          aria-label={t('library.importOf', { product: product.name })}
        >
          {t('library.import')}
        </Button>
      ) : (
        <Badge variant="light" color="green" size="lg">
          {t('library.there')}
        </Badge>
      )}
    </>
  )
}
