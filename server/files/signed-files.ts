import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { MONEY_FORMATS } from '#contract/money.ts'
import { AUDIT_KINDS } from '#domain/audit.ts'
import { PACKAGINGS } from '#domain/products/product.ts'
import { MINUTE } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { HAS_ACCESS, HOME } from '../http/authenticate.ts'
import { visibleMachine } from '../http/machine-access.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { AppContext, Principal } from '../http/request-context.ts'

/** `user`, `session`, `key`: the user who requested it and their authentication. Both are checked again on download. */
const anyFile = {
  company: v.number(),
  user: v.number(),
  session: v.optional(v.string()),
  key: v.optional(v.number()),
  locale: v.string(),
  expires: v.number(),
}

/** The filter of a table of sales. */
export const SalesOrdered = v.object({
  from: v.number(),
  until: v.number(),
  machine: v.optional(v.number()),
  product: v.optional(v.number()),
  group: v.optional(v.number()),
  method: v.optional(v.string()),
  asOf: v.optional(v.number()),
})
export type SalesOrdered = v.InferOutput<typeof SalesOrdered>

const Day = v.object({ year: v.number(), month: v.number(), day: v.number() })

/** The filter of a table of product sales. */
export const ProductSalesOrdered = v.object({
  from: Day,
  until: Day,
  machines: v.optional(v.array(v.number())),
  group: v.optional(v.number()),
  packagings: v.optional(v.array(v.picklist(PACKAGINGS))),
})
export type ProductSalesOrdered = v.InferOutput<typeof ProductSalesOrdered>

/** The filter of a table of cash withdrawals. */
export const WithdrawsOrdered = v.object({
  from: v.number(),
  until: v.number(),
  machine: v.optional(v.number()),
  group: v.optional(v.number()),
})
export type WithdrawsOrdered = v.InferOutput<typeof WithdrawsOrdered>

/** The filter of a file of the audit log. */
const AuditOrdered = v.object({
  user: v.optional(v.number()),
  kind: v.optional(v.picklist(AUDIT_KINDS)),
  machine: v.optional(v.number()),
  slot: v.optional(v.number()),
  since: v.optional(v.number()),
  until: v.optional(v.number()),
})

/** Machine reports that are available as tables. */
const REPORT_NAMES = ['performance', 'matrix', 'usage', 'uptime', 'deliveries', 'revenue', 'margins'] as const
export type ReportName = (typeof REPORT_NAMES)[number]

const ReportFilter = v.object({
  days: v.object({ from: Day, until: Day }),
  group: v.optional(v.number()),
  machine: v.optional(v.number()),
})

/** The content of a signed address, by purpose. It contains all parameters because downloads need no authentication. */
const Order = v.variant('purpose', [
  v.object({ ...anyFile, purpose: v.literal('slots-export'), machine: v.number() }),
  v.object({ ...anyFile, purpose: v.literal('transactions-export'), sales: SalesOrdered }),
  v.object({ ...anyFile, purpose: v.literal('product-sales'), sales: ProductSalesOrdered }),
  v.object({ ...anyFile, purpose: v.literal('cash-withdraws'), withdraws: WithdrawsOrdered }),
  v.object({ ...anyFile, purpose: v.literal('machine-report'), report: v.picklist(REPORT_NAMES), meant: ReportFilter }),
  v.object({ ...anyFile, purpose: v.literal('audit-export'), audit: AuditOrdered, format: v.picklist(['csv', 'xlsx']) }),
  v.object({ ...anyFile, purpose: v.literal('supplier-order'), order: v.number() }),
  v.object({ ...anyFile, purpose: v.literal('passes-export'), query: v.string() }),
  v.object({
    ...anyFile,
    purpose: v.literal('money'),
    month: v.optional(v.string()),
    days: v.object({ from: Day, until: Day }),
    format: v.picklist(MONEY_FORMATS),
  }),
  v.object({ ...anyFile, purpose: v.literal('ordered-file'), file: v.string() }),
])
export type Order = v.InferOutput<typeof Order>

/** The same before it is signed. */
export type Unsigned<O extends Order = Order> = O extends Order ? Omit<O, 'expires' | 'user' | 'session' | 'key'> : never

const GOOD_FOR = 10 * MINUTE

/** A large file is created while its content is read, so reading fails if the creation fails. */
export type PrintedFile = { name: string; type: `${string}/${string}`; content: Buffer | Uint8Array | AsyncIterable<Buffer> }

/** Creates an ordered file. `onProgress` receives the finished share of a large file. */
export type Printer = (ctx: AppContext, order: Unsigned, onProgress?: (share: number) => Promise<unknown>) => Promise<PrintedFile | Refusal>

type Keeper = Pick<AppContext, 'keyFor' | 'now'>

/** The address of a file for the user who requested it, valid for ten minutes. */
export function signedAddress(
  ctx: Keeper,
  { userId: user, sessionId, key }: Pick<Principal, 'userId' | 'sessionId' | 'key'>,
  order: Unsigned,
): string {
  const signed: Order = { ...order, user, ...(key ? { key: key.id } : { session: sessionId }), expires: ctx.now() + GOOD_FOR }
  const content = Buffer.from(JSON.stringify(signed)).toString('base64url')
  return `/api/files/${content}.${signatureOf(ctx, content)}`
}

/** The order in a signed address; `NOT_FOUND` if the signature is invalid. */
export function readSigned(ctx: Keeper, id: string): Order | Refusal {
  const [content = '', signature = '', ...more] = id.split('.')
  if (more.length > 0 || !isSame(signature, signatureOf(ctx, content))) return refuse('NOT_FOUND')
  const read = v.safeParse(Order, JSON.parse(Buffer.from(content, 'base64url').toString()))
  // An earlier version may have signed it.
  if (!read.success) return refuse('NOT_FOUND')
  return read.output.expires > ctx.now() ? read.output : refuse('FILE_EXPIRED')
}

/**
 * Whether the user who requested a file is still enabled and authorized, and their session or API key is still valid. A link must not
 * outlive the right to the file, and users who sign out everywhere expect their links to end.
 */
export async function mayStillHave(db: Db, order: Order): Promise<boolean> {
  const [reader] = await rowsOf<Pick<Principal, 'companyId' | 'userId' | 'companyRole'>>(
    db,
    sql`select u.company_id as "companyId", u.id as "userId", u.company_role as "companyRole" from users u ${HOME}
      where u.company_id = ${order.company} and u.id = ${order.user} and ${HAS_ACCESS} and ${signInOf(order)}`,
  )
  if (!reader) return false
  if (order.purpose !== 'slots-export') return reader.companyRole === 'ROLE_MANAGER'
  return (await visibleMachine(db, reader, order.machine)) !== null
}

const signInOf = ({ session, key }: Order) =>
  key === undefined
    ? sql`exists (select from sessions s where s.company_id = u.company_id and s.user_id = u.id and s.id::text = ${session ?? ''} and s.revoked_at is null)`
    : sql`exists (select from api_keys k where k.company_id = u.company_id and k.user_id = u.id and k.id = ${key} and k.revoked_at is null)`

const signatureOf = (ctx: Keeper, content: string) => createHmac('sha256', ctx.keyFor('files')).update(content).digest('base64url')

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
