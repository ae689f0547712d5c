import type { FastifyInstance } from 'fastify'
import { listProducts } from '#contract/products.ts'
import type { House } from '../../http/caller.ts'
import { pageOf, serve } from '../../http/serve.ts'
import { findProducts } from './products.store.ts'

export function productsRoutes(app: FastifyInstance, house: House) {
  serve(
    app,
    house,
    listProducts,
    async ({ query: { productType, ...filter } }, { db, person }) => {
      const { products, total } = await findProducts(db, person, { ...filter, packagings: productType })
      return pageOf(products, { ...filter, total })
    },
    { snapshot: true },
  )
}
