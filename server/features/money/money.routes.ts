import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/money.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import { COMPANY_CHANGED, recordChange, SETTINGS_CHANGED } from '../../audit-log/record-change.ts'
import { companyWays } from '../../db/company-settings.ts'
import { signedAddress } from '../../files/signed-files.ts'
import { refuseFarDays } from '../../http/far-days.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext, RequestContext } from '../../http/request-context.ts'
import { daysIn } from '../../http/requested-days.ts'
import { serve } from '../../http/serve.ts'
import { endClosing, findClosings, isStored, lockClosings, writeClosing } from './closings.store.ts'
import { datevRefusal } from './datev-file.ts'
import { closingOf, daysOfMonth, figuresOf, monthAfter, reportOf } from './figures.ts'
import { defaultTaxOn, deleteAccounts, findAccounts, writeAccounts, writeDefaultTax } from './settings.store.ts'

/** Money of a period with its tax, month closing, and exports for accounting. */
export function moneyRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, contract.moneyReport, async ({ query: { month, exportType, locale, ...span } }, { db, principal }) => {
    const company = principal.companyId
    const { timezone } = await companyWays(db, company)
    const days = month === undefined ? daysIn(span, ctx.now(), timezone) : daysOfMonth(month)
    if (days instanceof Refusal) return days
    const figures = await figuresOf(db, company, { month, days })
    if (exportType === undefined) return reportOf(db, company, figures, ctx.now())
    if (exportType === 'datev' && !(await isStored(db, company, figures.closing, 'datev'))) {
      const refusal = datevRefusal(figures, await findAccounts(db, company))
      if (refusal) return refusal
    }
    return { downloadUrl: signedAddress(ctx, principal, { purpose: 'money', company, month, days, format: exportType, locale }) }
  })

  serve(app, ctx, contract.moneyMonths, async (_input, { db, principal }) => {
    const closings = await findClosings(db, principal.companyId)
    const [latest] = closings
    return { closings: closings.map(closingOf), next: latest ? monthAfter(latest.month) : null }
  })

  serve(app, ctx, contract.closeMonth, async ({ params: { month } }, caller) => {
    const {
      db,
      principal: { companyId, userId },
    } = caller
    await lockClosings(db, companyId)
    const closings = await findClosings(db, companyId)
    const closed = closings.find((one) => one.month === month)
    if (closed) return closingOf(closed)
    const { timezone } = await companyWays(db, companyId)
    const [latest] = closings
    const days = daysOfMonth(month)
    if (isoDay(days.until) > isoDay(dayOf(ctx.now(), timezone))) return refuse('MONTH_NOT_OVER')
    if (latest && monthAfter(latest.month) !== month) return refuse('MONTH_OUT_OF_ORDER')
    const { rows } = await figuresOf(db, companyId, { month, days })
    const at = ctx.now()
    await writeClosing(db, companyId, { month, by: userId, at }, rows)
    const [closing] = await findClosings(db, companyId)
    if (!closing) return refuse('NOT_FOUND')
    await recordChange(caller, SETTINGS_CHANGED, [{ action: 'month-closed', of: { kind: 'month', id: month } }])
    return closingOf(closing)
  })

  serve(app, ctx, contract.reopenMonth, async ({ params: { month }, body: { reason } }, caller) => {
    const {
      db,
      principal: { companyId, userId },
    } = caller
    await lockClosings(db, companyId)
    const [latest] = await findClosings(db, companyId)
    // The next month has what arrived late for this one.
    if (latest?.month !== month) return refuse('MONTH_OUT_OF_ORDER')
    await endClosing(db, companyId, latest.id, { by: userId, at: ctx.now(), reason })
    await recordChange(caller, SETTINGS_CHANGED, [{ action: 'month-reopened', of: { kind: 'month', id: month }, after: { reason } }])
    return { month }
  })

  const settingsOf = async ({ db, principal: { companyId } }: RequestContext) => {
    const { timezone } = await companyWays(db, companyId)
    const today = isoDay(dayOf(ctx.now(), timezone))
    return { accounts: await findAccounts(db, companyId), defaultTax: (await defaultTaxOn(db, companyId, today)) / 100, today }
  }
  const shown = ({ accounts, defaultTax }: Awaited<ReturnType<typeof settingsOf>>) => ({ accounts, defaultTax })

  serve(app, ctx, contract.moneySettings, async (_input, caller) => shown(await settingsOf(caller)))

  serve(app, ctx, contract.changeMoneySettings, async ({ body: { accounts, defaultTax, defaultTaxValidFrom } }, caller) => {
    const { db, principal } = caller
    const far = refuseFarDays({ defaultTaxValidFrom }, ctx.now())
    if (far) return far
    await lockClosings(db, principal.companyId)
    const { today, ...before } = await settingsOf(caller)
    if (accounts === null) await deleteAccounts(db, principal.companyId)
    if (accounts) await writeAccounts(db, principal.companyId, accounts)
    if (defaultTax !== undefined && (defaultTaxValidFrom !== undefined || defaultTax !== before.defaultTax))
      await writeDefaultTax(db, principal.companyId, Math.round(defaultTax * 100), defaultTaxValidFrom ?? today)
    const after = shown(await settingsOf(caller))
    if (JSON.stringify(before) === JSON.stringify(after) && defaultTaxValidFrom === undefined) return after
    await recordChange(caller, COMPANY_CHANGED, [
      {
        action: 'money-settings-changed',
        of: { kind: 'company', id: principal.companyId },
        before,
        after: { ...after, ...(defaultTaxValidFrom === undefined ? {} : { defaultTaxValidFrom }) },
      },
    ])
    return after
  })
}
