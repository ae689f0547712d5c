import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/machines.ts'
import { findPlaces, MIN_ADDRESS_LENGTH } from '#contract/places.ts'
import { toDecimal } from '#domain/money.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { fetchPlaces } from '../../http/outbound.ts'
import { refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { pageOf, serve, serveAlone, servePublic } from '../../http/serve.ts'
import { revenueOf } from './machine-sales.store.ts'
import { addMachine, changeMachine, deactivateMachine, reactivateMachine } from './machines.handlers.ts'
import { findMachine, findMachines, machineWith } from './machines.store.ts'
import { deactivatedMachines } from './machines-changes.store.ts'
import { PRINT_STICKER, stickerOf } from './sticker.ts'

const DAYS_A_MONTH = 365 / 12

export function machinesRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(
    app,
    ctx,
    contract.listMachines,
    async ({ query }, { db, principal }) => {
      const { machines, total } = await findMachines(db, principal, query, ctx.now())
      return pageOf(machines, { ...query, total })
    },
    { snapshot: true },
  )

  serve(
    app,
    ctx,
    contract.getMachine,
    async ({ params }, { db, principal }) => (await findMachine(db, principal, params.id, ctx.now())) ?? refuse('MACHINE_NOT_FOUND'),
  )

  serve(
    app,
    ctx,
    contract.machineByToken,
    async ({ params }, { db, principal }) => (await machineWith(db, principal, params.token)) ?? refuse('MACHINE_NOT_FOUND'),
  )

  serve(app, ctx, contract.addMachine, addMachine)
  serve(app, ctx, contract.changeMachine, changeMachine)
  serve(app, ctx, contract.listDeactivated, async ({ query }, { db, principal }) => {
    const { machines, total } = await deactivatedMachines(db, principal.companyId, query)
    return pageOf(machines, { ...query, total })
  })
  serve(app, ctx, contract.reactivateMachine, ({ params }, caller) => reactivateMachine(params.id, caller))
  serve(app, ctx, contract.deactivateMachine, ({ params }, caller) => deactivateMachine(params.id, caller))

  serve(
    app,
    ctx,
    contract.machineStats,
    async ({ params: { id } }, { db, principal }) => {
      if (!(await visibleMachine(db, principal, id))) return refuse('MACHINE_NOT_FOUND')
      const { lately, days, total } = await revenueOf(db, principal.companyId, id, ctx.now())
      const money = (minor: number) => toDecimal(Math.round(minor), principal.currency)
      return { drr: money(lately / days), mrr: money((lately / days) * DAYS_A_MONTH), totalRevenue: money(total) }
    },
    { snapshot: true },
  )

  servePublic(app, ctx, contract.qrSticker, async ({ params, query }, { request, reply }) => {
    const origin = ctx.settings.publicUrl ?? `${request.protocol}://${request.host}`
    const { locale, format } = query
    const sticker = await stickerOf(ctx, origin, params.token, locale)
    if (sticker === null) return refuse('MACHINE_NOT_FOUND')
    const { type, content } = await PRINT_STICKER[format](sticker, ctx, locale)
    void reply.type(type)
    if (format === 'pdf') void reply.header('content-disposition', 'attachment; filename="sticker.pdf"')
    return content
  })
}

/** `ask` queries the geocoder. No transaction and no load-shedding slot is held meanwhile. */
export function placesRoutes(app: FastifyInstance, ctx: AppContext, ask = fetchPlaces) {
  const { geocoderUrl, version } = ctx.settings
  serveAlone(
    app,
    ctx,
    findPlaces,
    async ({ query: { query } }, { request }) => {
      if (geocoderUrl === null) return null
      const locale = (request.headers['accept-language'] ?? 'en').slice(0, 100)
      return query.length < MIN_ADDRESS_LENGTH ? [] : ask({ url: geocoderUrl, version, locale }, query)
    },
    { gatesItself: true },
  )
}
