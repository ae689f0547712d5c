import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/vans.ts'
import { refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { serve } from '../../http/serve.ts'
import { addVan, changeVan } from './vans.handlers.ts'
import { findVan, findVans, stockOfVan } from './vans.store.ts'

export function vansRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, contract.listVans, (_input, { db, principal }) => findVans(db, principal.companyId))
  serve(
    app,
    ctx,
    contract.getVan,
    async ({ params }, { db, principal }) => {
      const van = await findVan(db, principal.companyId, params.id)
      return van ? { ...van, stocks: await stockOfVan(db, principal.companyId, van.id) } : refuse('VAN_NOT_FOUND')
    },
    { snapshot: true },
  )
  serve(app, ctx, contract.addVan, ({ body }, caller) => addVan(body, caller))
  serve(app, ctx, contract.changeVanDetails, ({ params, body }, caller) => changeVan(params.id, body, caller))
}
