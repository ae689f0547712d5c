import type { FastifyInstance } from 'fastify'
import { getMachine, listMachines, machineByToken, qrSticker } from '#contract/machines.ts'
import type { House } from '../../http/caller.ts'
import { refuse } from '../../http/refusal.ts'
import { pageOf, serve, servePublic } from '../../http/serve.ts'
import { findMachine, findMachines } from './machines.store.ts'
import { printSticker } from './sticker.ts'

export function machinesRoutes(app: FastifyInstance, house: House) {
  serve(
    app,
    house,
    listMachines,
    async ({ query }, { db, person }) => {
      const { machines, total } = await findMachines(db, person, query)
      return pageOf(machines, { ...query, total })
    },
    { snapshot: true },
  )

  serve(
    app,
    house,
    getMachine,
    async ({ params }, { db, person }) => (await findMachine(db, person, { id: params.id })) ?? refuse('MACHINE_NOT_FOUND'),
  )

  serve(
    app,
    house,
    machineByToken,
    async ({ params }, { db, person }) => (await findMachine(db, person, { token: params.token })) ?? refuse('MACHINE_NOT_FOUND'),
  )

  servePublic(app, house, qrSticker, async ({ params, query }, { request, reply }) => {
    const origin = house.settings.publicUrl ?? `${request.protocol}://${request.host}`
    const svg = await printSticker(house, origin, params.token, query.locale)
    if (svg === null) return refuse('MACHINE_NOT_FOUND')
    void reply.type('image/svg+xml; charset=utf-8')
    return svg
  })
}
