import type { FastifyInstance } from 'fastify'
import { exportSlots, listSlots } from '#contract/slots.ts'
import { signedAddress } from '../../files/signed-files.ts'
import type { House } from '../../http/caller.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { refuse } from '../../http/refusal.ts'
import { serve } from '../../http/serve.ts'
import { slotsOf } from './slots.store.ts'

export { slotsDeeds } from './slots-deeds.ts'

export function slotsRoutes(app: FastifyInstance, house: House) {
  serve(
    app,
    house,
    listSlots,
    async ({ params }, { db, person }) =>
      (await visibleMachine(db, person, params.id)) ? slotsOf(db, person, params.id) : refuse('MACHINE_NOT_FOUND'),
    { snapshot: true },
  )

  serve(app, house, exportSlots, async ({ params, query }, { db, person }) => {
    if (!(await visibleMachine(db, person, params.id))) return refuse('MACHINE_NOT_FOUND')
    return { url: signedAddress(house, { purpose: 'slots-export', company: person.companyId, machine: params.id, locale: query.locale }) }
  })
}
