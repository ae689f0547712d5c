import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/views.ts'
import { MAX_VIEWS } from '#domain/views/limits.ts'
import { refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { serve } from '../../http/serve.ts'
import { lockViews, removeView, viewsOf, writeView } from './views.store.ts'

/** The saved views of the current user. */
export function viewsRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, contract.savedViews, ({ query: { list } }, { db, principal }) => viewsOf(db, principal, list))

  serve(app, ctx, contract.saveView, async ({ params: { viewId }, body }, { db, principal }) => {
    await lockViews(db, principal)
    const others = (await viewsOf(db, principal, body.list)).filter(({ id }) => id !== viewId)
    if (others.some(({ name }) => name === body.name)) return refuse('VIEW_EXISTS', { detail: `There is a view named ${body.name}.` })
    if (others.length >= MAX_VIEWS) return refuse('TOO_MANY_VIEWS', { detail: `A list has at most ${MAX_VIEWS} views of one user.` })
    return writeView(db, principal, { id: viewId, ...body }, ctx.now())
  })

  serve(app, ctx, contract.deleteView, async ({ params: { viewId } }, { db, principal }) => {
    await removeView(db, principal, viewId)
    return { id: viewId }
  })
}
