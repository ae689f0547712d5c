import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/users.ts'
import type { AppContext } from '../../http/request-context.ts'
import { pageOf, serve, serveAlone } from '../../http/serve.ts'
import { editUser, makeUser } from './employees.handlers.ts'
import { findUsers } from './employees.store.ts'

/** Users of a company. */
export function employeesRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, contract.listUsers, async ({ query }, { db, person }) => {
    const { users, total } = await findUsers(db, person.companyId, query)
    return pageOf(users, { ...query, total })
  })
  serveAlone(app, ctx, contract.addUser, makeUser)
  serveAlone(app, ctx, contract.changeUser, editUser)
}
