import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/team.ts'
import { changeAssignments } from '../../assignments/assign.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { pageOf, serve } from '../../http/serve.ts'
import { findGroups } from './groups.store.ts'
import { findServicemen, servicemenOf } from './servicemen.store.ts'
import { addGroup, changeAssignment, changeGroup, changeGroups, deleteGroup, renameGroup, transferMachines } from './team.handlers.ts'

/** Machine assignments and machine groups. */
export function teamRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, contract.listGroups, async ({ query }, { db, principal }) => {
    const { groups, total } = await findGroups(db, principal.companyId, query)
    return pageOf(groups, { ...query, total })
  })
  serve(app, ctx, contract.addGroup, ({ body }, caller) => addGroup(body.name, caller))
  serve(app, ctx, contract.renameGroup, ({ params, body }, caller) => renameGroup(params.id, body.name, caller))
  serve(app, ctx, contract.deleteGroup, ({ params }, caller) => deleteGroup(params.id, caller))
  serve(app, ctx, contract.putIntoGroup, ({ params }, caller) => changeGroup(params, true, caller))
  serve(app, ctx, contract.takeOutOfGroup, ({ params }, caller) => changeGroup(params, false, caller))

  serve(app, ctx, contract.groupMachines, ({ params, body }, caller) => changeGroups(params.id, body, caller))

  serve(app, ctx, contract.listServicemen, async ({ query }, { db, principal }) => {
    const { servicemen, total } = await findServicemen(db, principal.companyId, query)
    return pageOf(servicemen, { ...query, total })
  })
  serve(app, ctx, contract.machineServicemen, async ({ params: { id } }, { db, principal }) =>
    (await visibleMachine(db, principal, id)) ? servicemenOf(db, principal.companyId, id) : refuse('MACHINE_NOT_FOUND'),
  )
  serve(app, ctx, contract.assignServiceman, ({ params }, caller) => changeAssignment(params, true, caller))
  serve(app, ctx, contract.revokeServiceman, ({ params }, caller) => changeAssignment(params, false, caller))
  serve(app, ctx, contract.assignMachines, ({ params, body }, caller) => changeAssignments(params.userId, body, caller))
  serve(app, ctx, contract.transferMachines, ({ body }, caller) => transferMachines(body, caller))
}
