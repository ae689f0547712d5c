import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/users.ts'
import type { House } from '../../http/caller.ts'
import { pageOf, serve, serveAlone } from '../../http/serve.ts'
import { editUser, makeUser } from './employees.handlers.ts'
import { findUsers } from './employees.store.ts'

/** Who works for a company, and may sign in. */
export function employeesRoutes(app: FastifyInstance, house: House) {
  serve(app, house, contract.listUsers, async ({ query }, { db, person }) => {
    const { users, total } = await findUsers(db, person.companyId, query)
    return pageOf(users, { ...query, total })
  })
  serveAlone(app, house, contract.addUser, makeUser)
  serveAlone(app, house, contract.changeUser, editUser)
}
