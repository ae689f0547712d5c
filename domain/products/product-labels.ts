import type { ProductId } from '../ids.ts'
import type { VolumeType } from './product.ts'

type Named = { id: ProductId; name: string; sku: string; volume: number; volumeType: VolumeType }

/** The label of each product among others: its name; if it is not unique, with the volume, and if needed with the article number. */
export function productLabels(
  products: readonly Named[],
  amount: (volume: number, type: VolumeType) => string,
): ReadonlyMap<ProductId, string> {
  const withVolume = (product: Named) => `${product.name} ${amount(product.volume, product.volumeType)}`
  const names = counted(products.map(({ name }) => name))
  const volumes = counted(products.map(withVolume))
  return new Map(
    products.map((product) => {
      if (names.get(product.name) === 1) return [product.id, product.name]
      const label = withVolume(product)
      return [product.id, volumes.get(label) === 1 ? label : `${label} · ${product.sku}`]
    }),
  )
}

function counted(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
