import { type Refusal, refuse } from '../http/refusal.ts'
import type { RequestContext } from '../http/request-context.ts'
import { orderFile } from './ordered-files.store.ts'
import { signedAddress, type Unsigned } from './signed-files.ts'

/** This many rows are written in about a second, so the request can wait. */
const AT_ONCE = 10_000
/** A sheet has 1,048,576 rows. */
const MAX_ROWS = 1_000_000

/** A signed address of a table with this many rows. A larger table is created in the background, and the response contains its order. */
export async function provideFile(
  { db, principal, ctx }: RequestContext,
  order: Unsigned,
  count: number,
): Promise<{ downloadUrl: string } | Refusal> {
  if (count <= AT_ONCE) return { downloadUrl: signedAddress(ctx, principal, order) }
  if (count > MAX_ROWS) return refuse('REPORT_TOO_LARGE', { detail: `The report has ${count} rows. A file can have at most ${MAX_ROWS}.` })
  const { id, to } = await orderFile(db, { userId: principal.userId, order, now: ctx.now() })
  const mailed = ctx.settings.smtp && to ? { to } : {}
  return refuse('REPORT_BY_MAIL', {
    detail: `The report has ${count} rows and is created in the background. GET /exports lists it.`,
    details: { export: id, ...mailed },
    commits: true,
  })
}
