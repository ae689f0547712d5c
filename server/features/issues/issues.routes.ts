import type { FastifyInstance } from 'fastify'
import type { CheckedOf } from '#contract/endpoint.ts'
import * as contract from '#contract/issues.ts'
import type { IssueStatus } from '#domain/issues.ts'
import { fromIso } from '#domain/time.ts'
import { issuePlace } from '../../alerts/write-alert.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import { publishEvents } from '../../events/events.store.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext, PublicContext, RequestContext } from '../../http/request-context.ts'
import { endsEarly } from '../../http/requested-days.ts'
import { pageOf, serve, servePublic } from '../../http/serve.ts'
import { findIssue, findIssues, insertIssue, lockStatus, machineOnSticker, writeStatus } from './issues.store.ts'
import { photoRoutes } from './photos.routes.ts'

/** Verifies the captcha of a report; provided by the server. */
type Captcha = (ctx: AppContext, action: 'issue', token: string) => Promise<Refusal | null>

/** Public endpoints for customers at a machine: read its name and report a problem. Endpoints for managers to process reports. */
export function issuesRoutes(app: FastifyInstance, ctx: AppContext, captcha: Captcha) {
  servePublic(app, ctx, contract.machineOnSticker, async ({ params: { token } }) => {
    const found = await ctx.database.asSystem((db) => machineOnSticker(db, token))
    return found ? { name: found.name } : refuse('MACHINE_NOT_FOUND')
  })
  servePublic(app, ctx, contract.reportIssue, (input, visitor) => report(input, visitor, captcha))

  photoRoutes(app, ctx)

  serve(
    app,
    ctx,
    contract.listIssues,
    async ({ query: { startDate, endDate, issueTypes: types = [], page, size, ...query } }, { db, principal }) => {
      const at = (text: string | undefined) => (text === undefined ? undefined : fromIso(text))
      const span = { from: at(startDate), until: at(endDate) }
      const refused = endsEarly(span.from, span.until)
      if (refused) return refused
      const { items, total } = await findIssues(db, principal.companyId, { ...query, ...span, types }, { page, size })
      return pageOf(items, { page, size, total })
    },
  )
  serve(app, ctx, contract.readIssue, async ({ params: { id } }, { db, principal }) => {
    return (await findIssue(db, principal.companyId, id)) ?? refuse('ISSUE_NOT_FOUND')
  })
  serve(app, ctx, contract.changeIssue, ({ params: { id }, body: { status } }, caller) => change(id, status, caller))
}

async function change(id: string, status: IssueStatus, { db, principal, ctx }: RequestContext): Promise<contract.Issue | Refusal> {
  const { companyId, userId } = principal
  const before = await lockStatus(db, companyId, id)
  if (!before) return refuse('ISSUE_NOT_FOUND')
  if (before.status !== status) {
    const at = ctx.now()
    await writeStatus(db, companyId, id, status)
    const { machine, ...was } = before
    await audit(db, companyId, { userId, at }, [
      { action: 'issue-changed', of: { kind: 'issue', id }, machine, before: was, after: { status } },
    ])
    await publishEvents(db, companyId, [{ activity: 'ISSUE_CHANGED', at, machineId: null, changed: ['issues'] }], at)
  }
  return (await findIssue(db, companyId, id)) ?? refuse('ISSUE_NOT_FOUND')
}

async function report(
  { params: { token }, body }: CheckedOf<typeof contract.reportIssue>,
  { ctx, request }: PublicContext,
  captcha: Captcha,
): Promise<{ identifier: string } | Refusal> {
  const { identifier, type, details, contactDetails, reCaptchaToken } = body
  const fromHere = await request.server.overIssueLimit(request, 'address')
  if (fromHere) return fromHere
  const refused = await captcha(ctx, 'issue', reCaptchaToken)
  if (refused) return refused
  const found = await ctx.database.asSystem((db) => machineOnSticker(db, token))
  if (!found) return refuse('MACHINE_NOT_FOUND')
  const ofMachine = await request.server.overIssueLimit(request, 'machine')
  if (ofMachine) return ofMachine
  const { company, machine } = found
  const now = ctx.now()
  await ctx.database.withTenant(company, async (db) => {
    if (!(await insertIssue(db, company, { id: identifier, machine, type, details, contactDetails }, now))) return
    await publishEvents(
      db,
      company,
      [
        {
          activity: 'NEW_CUSTOMER_ISSUE',
          at: now,
          machineId: machine,
          changed: ['issues'],
          fact: identifier,
          details: { message: details || null, issueType: type, issue: identifier },
          note: { message: 'NEW_CUSTOMER_ISSUE', type: 'WARNING', slug: issuePlace(identifier), values: { issueType: type } },
        },
      ],
      now,
    )
  })
  return { identifier }
}
