import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/products.ts'
import { refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { pageOf, serve } from '../../http/serve.ts'
import { stockSeenBy } from '../../ledger/seen-stock.ts'
import { findInLibrary } from './library.ts'
import { machinesWith, salesByDay } from './product-summary.store.ts'
import { addProduct, changeProduct, deleteProduct, importProduct } from './products.handlers.ts'
import { findProducts, productBySku } from './products.store.ts'
import { importedProducts } from './products-changes.store.ts'

/** A month, independent of the current date. */
const DAYS = 30

export function productsRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(
    app,
    ctx,
    contract.listProducts,
    async ({ query: { productType: packagings = [], deleted, ...filter } }, caller) => {
      const wanted = { ...filter, packagings, withDeleted: deleted === 'true' }
      const { products, total } = await findProducts(caller.db, caller.principal, wanted, await stockSeenBy(caller))
      return pageOf(products, { ...filter, total })
    },
    { snapshot: true },
  )

  serve(
    app,
    ctx,
    contract.productSummary,
    async ({ params }, caller) => {
      const { db, principal } = caller
      const product = await productBySku(db, principal, params.sku, await stockSeenBy(caller))
      if (!product) return refuse('PRODUCT_NOT_FOUND')
      const { companyId } = principal
      return {
        ...product,
        inMachines: await machinesWith(db, companyId, product.id),
        dateSales: await salesByDay(db, companyId, product.id, DAYS, ctx.now()),
      }
    },
    { snapshot: true },
  )

  serve(app, ctx, contract.addProduct, addProduct)
  serve(app, ctx, contract.changeProduct, changeProduct)
  serve(app, ctx, contract.deleteProduct, ({ params: { sku } }, caller) => deleteProduct(sku, caller))

  serve(
    app,
    ctx,
    contract.listLibrary,
    async ({ query: { page, size, query, search } }, { db, principal }) => {
      const found = findInLibrary(query || search)
      const own = await importedProducts(db, principal.companyId)
      const items = found.slice(page * size, (page + 1) * size).map((product) => {
        const known = own.get(product.id)
        return { ...product, sku: known && !known.deleted ? known.sku : null }
      })
      return pageOf(items, { page, size, total: found.length })
    },
    { snapshot: true },
  )

  serve(app, ctx, contract.importProduct, ({ params: { id } }, caller) => importProduct(id, caller))
}
