import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/slots.ts'
import { signedAddress } from '../../files/signed-files.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { serve } from '../../http/serve.ts'
import { copySlots } from './apply-planogram.ts'
import { addSlot, deleteSlot, setIngredients } from './slots.handlers.ts'
import { slotsOf } from './slots.store.ts'

export { slotOperations } from './slot-operations.ts'

export function slotsRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(
    app,
    ctx,
    contract.listSlots,
    async ({ params }, { db, principal }) =>
      (await visibleMachine(db, principal, params.id)) ? slotsOf(db, principal, params.id) : refuse('MACHINE_NOT_FOUND'),
    { snapshot: true },
  )

  serve(app, ctx, contract.exportSlots, async ({ params, query }, { db, principal }) => {
    if (!(await visibleMachine(db, principal, params.id))) return refuse('MACHINE_NOT_FOUND')
    return {
      url: signedAddress(ctx, principal, {
        purpose: 'slots-export',
        company: principal.companyId,
        machine: params.id,
        locale: query.locale,
      }),
    }
  })

  serve(app, ctx, contract.addSlot, addSlot)
  serve(app, ctx, contract.deleteSlot, deleteSlot)
  serve(app, ctx, contract.copySlots, copySlots)
  serve(app, ctx, contract.setIngredients, setIngredients)
}
