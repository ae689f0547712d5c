import { Button, Tabs } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { ProductDialog } from '#app/components/products/ProductDialog.tsx'
import { ProductLibrary } from '#app/components/products/ProductLibrary.tsx'
import { searchParam } from '#app/data/search-param.ts'
import { catalogue } from '#app/data/slots.ts'
import { Card } from '#app/ui/Card.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { TabRow } from '#app/ui/TabRow.tsx'
import { PACKAGINGS } from '#domain/products/product.ts'
import { OwnProducts } from './OwnProducts.tsx'
import { ProductPrices, UnknownProduct } from './ProductPrices.tsx'

const TABS = ['own', 'library'] as const

/** Digits-only text is parsed from the URL as a number. */
const SearchText = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(200))
export const Route = createFileRoute('/_signed-in/_managers/dashboard/assortment')({
  validateSearch: v.object({
    tab: searchParam(v.picklist(TABS)),
    q: searchParam(SearchText),
    packaging: searchParam(v.picklist(PACKAGINGS)),
    deleted: searchParam(v.literal(true)),
    /** The article number of the product whose prices are shown. */
    prices: searchParam(SearchText),
  }),
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(catalogue()),
  component: AssortmentScreen,
})

/** The company's products, and the library to import from. */
function AssortmentScreen() {
  const { t } = useTranslation('products')
  const { tab = 'own', q = '', packaging = null, deleted = false, prices } = Route.useSearch()
  const { data: products } = useSuspenseQuery(catalogue())
  const navigate = Route.useNavigate()
  const [isNew, setNew] = useState(false)
  const search = (query: string) => void navigate({ search: (now) => ({ ...now, q: query || undefined }), replace: true })
  if (prices !== undefined) {
    const product = products.find(({ sku }) => sku === prices)
    return product ? <ProductPrices key={product.id} product={product} /> : <UnknownProduct />
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setNew(true)}>
            {t('new')}
          </Button>
        }
      />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(chosen) => void navigate({ search: { tab: chosen === 'library' ? 'library' : undefined }, replace: true })}
      >
        <TabRow chosen={tab} aria-label={t('title')} mb="md">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name} py="md">
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </TabRow>
        <Tabs.Panel value="own">
          <OwnProducts
            query={q}
            packaging={packaging}
            withDeleted={deleted}
            onSearch={search}
            onPackaging={(chosen) => void navigate({ search: (now) => ({ ...now, packaging: chosen ?? undefined }), replace: true })}
            onDeleted={(shown) => void navigate({ search: (now) => ({ ...now, deleted: shown || undefined }), replace: true })}
            onNew={() => setNew(true)}
            onLibrary={() => void navigate({ search: { tab: 'library' } })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="library">
          <Card aria-label={t('tab.library')}>
            <ProductLibrary query={q} onSearch={search} />
          </Card>
        </Tabs.Panel>
      </Tabs>
      <ProductDialog opened={isNew} onClose={() => setNew(false)} />
    </>
  )
}
