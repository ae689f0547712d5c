import type { FastifyInstance } from 'fastify'
import * as planning from '#contract/planning.ts'
import * as people from '#contract/planning-people.ts'
import * as contract from '#contract/round-plans.ts'
import { ROUND_LIMITS } from '#contract/rounds.ts'
import { listVisits } from '#contract/visits.ts'
import type { MachineId } from '#domain/ids.ts'
import { DAY } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { refuse } from '../../http/refusal.ts'
import type { AppContext, Principal } from '../../http/request-context.ts'
import { endsEarly } from '../../http/requested-days.ts'
import { pageOf, serve, serveAlone } from '../../http/serve.ts'
import { plannedPeople } from './plan/people.store.ts'
import { planRounds } from './plan/plan-rounds.ts'
import { changePersonPlanning, changePlanning, planningOf } from './plan/planning.handlers.ts'
import { slotPricesByFeed } from './plan/typical-price.store.ts'
import { addRound, moveStop, publishRound, putStop, removeRound, removeStop } from './rounds.handlers.ts'
import { roundsBetween } from './rounds.store.ts'
import { findVisits } from './visits.store.ts'

/** Managers see all visits, employees those of a machine that they can see. */
const maySeeVisits = async (db: Db, principal: Principal, machine: MachineId | undefined): Promise<boolean> =>
  principal.companyRole === 'ROLE_MANAGER' || (machine !== undefined && (await visibleMachine(db, principal, machine)) !== null)

/** Rounds and visits. What people do on their rounds are operations (round-operations.ts). */
export function roundsRoutes(app: FastifyInstance, ctx: AppContext) {
  const snapshot = { snapshot: true }
  const prices = slotPricesByFeed()
  serve(
    app,
    ctx,
    contract.listRounds,
    async ({ query }, { db, principal }) => {
      const refused = endsEarly(query.from, query.to, ['from', 'to'])
      if (refused) return refused
      const isTooLong = (Date.parse(query.to) - Date.parse(query.from)) / DAY >= ROUND_LIMITS.days
      if (isTooLong) return refuse('REPORT_TOO_LARGE', { detail: `At most ${ROUND_LIMITS.days} days at once.` })
      return roundsBetween(db, principal, query)
    },
    snapshot,
  )
  serve(app, ctx, contract.addRound, ({ body }, caller) => addRound(body, caller))
  serveAlone(app, ctx, contract.planRounds, ({ body }, caller) => planRounds(body, caller))
  serve(app, ctx, planning.planningSettings, (_input, caller) => planningOf(caller, prices), snapshot)
  serve(app, ctx, planning.changePlanningSettings, ({ body }, caller) => changePlanning(body, caller))
  serve(app, ctx, people.listPlannedPeople, (_input, { db, principal }) => plannedPeople(db, principal.companyId), snapshot)
  serve(app, ctx, people.changePersonPlanning, ({ params, body }, caller) => changePersonPlanning(params.userId, body, caller))
  serve(app, ctx, contract.putStop, ({ params, body }, caller) => putStop(params, body, caller))
  serve(app, ctx, contract.removeStop, ({ params }, caller) => removeStop(params, caller))
  serve(app, ctx, contract.moveStop, ({ params, body }, caller) => moveStop(params, body, caller))
  serve(app, ctx, contract.publishRound, ({ params }, caller) => publishRound(params.id, caller))
  serve(app, ctx, contract.removeRound, ({ params }, caller) => removeRound(params.id, caller))
  serve(
    app,
    ctx,
    listVisits,
    async ({ query }, { db, principal, ctx: { now } }) => {
      const refused = endsEarly(query.from, query.to, ['from', 'to'])
      if (refused) return refused
      if (!(await maySeeVisits(db, principal, query.machine))) return refuse('MACHINE_NOT_FOUND')
      const { items, total } = await findVisits(db, principal, query, now())
      return pageOf(items, { ...query, total })
    },
    snapshot,
  )
}
