import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/slots.ts'
import { signedAddress } from '../../files/signed-files.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { serve } from '../../http/serve.ts'
import { addSlot, copySlots, deleteSlot, setIngredients } from './slots.handlers.ts'
import { slotsOf } from './slots.store.ts'

export { slotOperations } from './slot-operations.ts'

export function slotsRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(
    app,
    ctx,
    contract.listSlots,
    async ({ params }, { db, person }) =>
      (await visibleMachine(db, person, params.id)) ? slotsOf(db, person, params.id) : refuse('MACHINE_NOT_FOUND'),
    { snapshot: true },
  )

  serve(app, ctx, contract.exportSlots, async ({ params, query }, { db, person }) => {
    if (!(await visibleMachine(db, person, params.id))) return refuse('MACHINE_NOT_FOUND')
    return {
      url: signedAddress(ctx, person, { purpose: 'slots-export', company: person.companyId, machine: params.id, locale: query.locale }),
    }
  })

  serve(app, ctx, contract.addSlot, addSlot)
  serve(app, ctx, contract.deleteSlot, deleteSlot)
  serve(app, ctx, contract.copySlots, copySlots)
  serve(app, ctx, contract.setIngredients, setIngredients)
}
