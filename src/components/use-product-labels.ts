import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { formats } from '#app/data/formats.ts'
import { catalogue } from '#app/data/slots.ts'
import type { ProductId } from '#domain/ids.ts'
import { productLabels } from '#domain/products/product-labels.ts'

/** The name of a product, made unique among the products of the company. */
export function useProductLabels(): (product: { id: ProductId; name: string }) => string {
  const { data } = useQuery(catalogue())
  const labels = useMemo(() => productLabels(data ?? [], formats().amount), [data])
  return useCallback(({ id, name }) => labels.get(id) ?? name, [labels])
}
