import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/commissions.ts'
import { toMinor } from '#domain/money.ts'
import { monthlyLimit } from '#domain/sales/commission.ts'
import { recordChange, SETTINGS_CHANGED } from '../../audit-log/record-change.ts'
import { farDays } from '../../http/far-days.ts'
import { amountErrors, refuseFields } from '../../http/field-errors.ts'
import { areVisible, visibleMachine } from '../../http/machine-access.ts'
import { refuse } from '../../http/refusal.ts'
import type { AppContext, RequestContext } from '../../http/request-context.ts'
import { serve } from '../../http/serve.ts'
import { commissionsOf, removeCommission, shownCommission, writeCommissions } from './commissions.store.ts'

/** What a company pays for the sites of its machines. */
export function commissionsRoutes(app: FastifyInstance, ctx: AppContext) {
  const listed = async ({ db, principal }: RequestContext, machine: number) =>
    (await commissionsOf(db, principal.companyId, machine)).map((one) => shownCommission(one, principal.currency))

  serve(app, ctx, contract.machineCommissions, async ({ params: { id } }, caller) =>
    (await visibleMachine(caller.db, caller.principal, id)) ? listed(caller, id) : refuse('MACHINE_NOT_FOUND'),
  )

  serve(app, ctx, contract.setCommissions, async ({ body: { machineIds, ...input } }, caller) => {
    const { db, principal } = caller
    const { companyId, currency } = principal
    const machines = [...new Set(machineIds)].toSorted((a, b) => a - b)
    if (!(await areVisible(db, principal, machines))) return refuse('MACHINE_NOT_FOUND')
    const errors = [
      ...farDays({ validFrom: input.validFrom }, ctx.now()),
      ...amountErrors({ monthly: input.monthly }, currency),
      ...(input.monthly < monthlyLimit(currency) ? [] : [{ path: 'monthly', message: `must be less than ${monthlyLimit(currency)}` }]),
    ]
    if (errors.length > 0) return refuseFields(errors)
    const commission = {
      validFrom: input.validFrom,
      share: Math.round(input.percent * 100),
      base: input.base,
      monthly: toMinor(input.monthly, currency),
    }
    const changed = await writeCommissions(db, companyId, machines, commission)
    await recordChange(
      caller,
      SETTINGS_CHANGED,
      changed.map(({ id, before }) => ({
        action: 'commission-set',
        of: { kind: 'machine', id },
        ...(before ? { before: shownCommission(before, currency) } : {}),
        after: shownCommission(commission, currency),
      })),
    )
    return { changed: changed.map(({ id }) => id) }
  })

  serve(app, ctx, contract.deleteCommission, async ({ params: { id, validFrom } }, caller) => {
    const { db, principal } = caller
    if (!(await visibleMachine(db, principal, id))) return refuse('MACHINE_NOT_FOUND')
    const before = await removeCommission(db, principal.companyId, id, validFrom)
    if (!before) return refuse('COMMISSION_NOT_FOUND')
    await recordChange(caller, SETTINGS_CHANGED, [
      { action: 'commission-deleted', of: { kind: 'machine', id }, before: shownCommission(before, principal.currency) },
    ])
    return listed(caller, id)
  })
}
