import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/company.ts'
import type { CheckedOf } from '#contract/endpoint.ts'
import * as histories from '#contract/history.ts'
import { decimalsOf } from '#domain/money.ts'
import { findHistory, setHistoryMonths } from '../../archive/archive.store.ts'
import { COMPANY_CHANGED, recordChange, SETTINGS_CHANGED } from '../../audit-log/record-change.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext, RequestContext } from '../../http/request-context.ts'
import { serve } from '../../http/serve.ts'
import { companyRecord, hasAmounts, lockCompany, writeCompany } from './company.store.ts'

/** Company profile and its formats. */
export function companyRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, contract.company, (_input, { db, principal }) => companyRecord(db, principal.companyId))
  serve(app, ctx, contract.changeCompany, changeRecord)
  serve(app, ctx, histories.history, (_input, { db, principal }) => findHistory(db, principal.companyId))
  serve(app, ctx, histories.changeHistory, changeHistory)
}

async function changeHistory(
  { body: { months } }: CheckedOf<typeof histories.changeHistory>,
  caller: RequestContext,
): Promise<histories.History> {
  const {
    db,
    principal: { companyId },
  } = caller
  const before = await setHistoryMonths(db, companyId, months)
  if (before !== months) {
    await recordChange(caller, SETTINGS_CHANGED, [
      { action: 'history-changed', of: { kind: 'company', id: companyId }, before: { months: before }, after: { months } },
    ])
  }
  return findHistory(db, companyId)
}

async function changeRecord(
  { body }: CheckedOf<typeof contract.changeCompany>,
  caller: RequestContext,
): Promise<contract.Company | Refusal> {
  const {
    db,
    principal: { companyId },
  } = caller
  const before = await lockCompany(db, companyId)
  const after: contract.Company = { ...before }
  for (const field of ['name', 'legalName', 'country', 'currency', 'locale'] as const)
    if (body[field] !== undefined) after[field] = body[field]
  for (const field of ['taxId', 'address', 'postalCode', 'city'] as const) if (body[field] !== undefined) after[field] = body[field] || null
  const changed = (Object.keys(before) as (keyof contract.Company)[]).filter((field) => before[field] !== after[field])
  if (changed.length === 0) return before
  // Amounts are stored in minor units: 1.50 is stored as 150, which would be 150 in a currency without decimals.
  if (decimalsOf(before.currency) !== decimalsOf(after.currency) && (await hasAmounts(db, companyId))) return refuse('CURRENCY_IN_USE')
  await writeCompany(db, companyId, after)
  const only = (record: contract.Company) => Object.fromEntries(changed.map((field) => [field, record[field]]))
  await recordChange(caller, COMPANY_CHANGED, [
    { action: 'company-changed', of: { kind: 'company', id: companyId }, before: only(before), after: only(after) },
  ])
  return after
}
