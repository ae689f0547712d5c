import { ProductName } from '#app/components/ProductName.tsx'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { formats } from '#app/data/formats.ts'
import type { ProductCard } from '#contract/products.ts'

/** A product with its volume, as in the pending changes; with more than that only if another product has the same name and volume. */
export function GoodsName({ product }: { product: ProductCard }) {
  const label = useProductLabels()(product)
  const { name, volume, volumeType } = product
  const isUnique = label === name || label === `${name} ${formats().amount(volume, volumeType)}`
  return isUnique ? <ProductName product={product} /> : label
}
