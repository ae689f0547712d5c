import * as v from 'valibot'
import { PACKAGINGS, VOLUME_TYPES } from '#domain/products/product.ts'
import { endpoint } from './endpoint.ts'
import { PageNumber, pageSize, SearchText } from './fields.ts'

/** A product as it stands inside other answers, and in a device's mirror. */
export const ProductCard = v.object({
  id: v.number(),
  sku: v.string(),
  name: v.string(),
  volume: v.number(),
  volumeType: v.fallback(v.picklist(VOLUME_TYPES), 'PIECE'),
  packaging: v.fallback(v.picklist(PACKAGINGS), 'PIECE'),
  deleted: v.boolean(),
})
export type ProductCard = v.InferOutput<typeof ProductCard>

/** `shareAmount`: how much of the ingredient one drink takes, in the ingredient's own unit. `lastCost` is for managers alone. */
export const Product = v.object({
  ...ProductCard.entries,
  type: v.fallback(v.picklist(PACKAGINGS), 'PIECE'),
  displayVolume: v.string(),
  tax: v.number(),
  lastCost: v.optional(v.number()),
  ingredients: v.array(v.object({ id: v.number(), name: v.string(), shareAmount: v.number(), volumeType: v.picklist(VOLUME_TYPES) })),
})
export type Product = v.InferOutput<typeof Product>

const PackagingList = v.pipe(
  v.string(),
  v.transform((list) => list.split(',').filter((name) => name !== '')),
  v.array(v.picklist(PACKAGINGS)),
)

export const listProducts = endpoint({
  name: 'listProducts',
  method: 'GET',
  path: '/products',
  who: 'anyone',
  summary: 'The product catalogue',
  query: v.object({ page: PageNumber, size: pageSize(20), query: SearchText, productType: v.optional(PackagingList, '') }),
  answer: v.array(Product),
  paged: true,
})
