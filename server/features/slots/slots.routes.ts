import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/slots.ts'
import { signedAddress } from '../../files/signed-files.ts'
import type { House } from '../../http/caller.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { refuse } from '../../http/refusal.ts'
import { serve } from '../../http/serve.ts'
import { addSlot, copySlots, deleteSlot, setIngredients } from './slots.handlers.ts'
import { slotsOf } from './slots.store.ts'

export { slotsDeeds } from './slots-deeds.ts'

export function slotsRoutes(app: FastifyInstance, house: House) {
  serve(
    app,
    house,
    contract.listSlots,
    async ({ params }, { db, person }) =>
      (await visibleMachine(db, person, params.id)) ? slotsOf(db, person, params.id) : refuse('MACHINE_NOT_FOUND'),
    { snapshot: true },
  )

  serve(app, house, contract.exportSlots, async ({ params, query }, { db, person }) => {
    if (!(await visibleMachine(db, person, params.id))) return refuse('MACHINE_NOT_FOUND')
    return {
      url: signedAddress(house, person, { purpose: 'slots-export', company: person.companyId, machine: params.id, locale: query.locale }),
    }
  })

  serve(app, house, contract.addSlot, addSlot)
  serve(app, house, contract.deleteSlot, deleteSlot)
  serve(app, house, contract.copySlots, copySlots)
  serve(app, house, contract.setIngredients, setIngredients)
}
