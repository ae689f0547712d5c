import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { PACKAGINGS } from '#domain/products/product.ts'
import { MINUTE } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { visibleMachine } from '../http/machine-access.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { AppContext, Principal } from '../http/request-context.ts'
import { HOME, STANDS } from '../http/roles.ts'

/** `user`, `session`, `key`: who asked for it and how they were signed in. Both are looked up again when the file is fetched. */
const anyFile = {
  company: v.number(),
  user: v.number(),
  session: v.optional(v.string()),
  key: v.optional(v.number()),
  locale: v.string(),
  expires: v.number(),
}

/** Which sales stand in a table of them. */
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

/** Which products' sales stand in a table of them. */
export const ProductSalesOrdered = v.object({
  from: Day,
  until: Day,
  machines: v.optional(v.array(v.number())),
  group: v.optional(v.number()),
  packagings: v.optional(v.array(v.picklist(PACKAGINGS))),
})
export type ProductSalesOrdered = v.InferOutput<typeof ProductSalesOrdered>

/** Which withdrawals of cash stand in a table of them. */
export const WithdrawsOrdered = v.object({
  from: v.number(),
  until: v.number(),
  machine: v.optional(v.number()),
  group: v.optional(v.number()),
})
export type WithdrawsOrdered = v.InferOutput<typeof WithdrawsOrdered>

/** The reports of machines that are written as tables. */
export const REPORT_NAMES = ['performance', 'matrix', 'usage', 'uptime', 'deliveries', 'revenue'] as const
export type ReportName = (typeof REPORT_NAMES)[number]

const Meant = v.object({
  days: v.object({ from: Day, until: Day }),
  group: v.optional(v.number()),
  machine: v.optional(v.number()),
})

/** What a signed address gives out, by its purpose. Whoever holds it needs no sign-in, so it says everything itself. */
const Order = v.variant('purpose', [
  v.object({ ...anyFile, purpose: v.literal('slots-export'), machine: v.number() }),
  v.object({ ...anyFile, purpose: v.literal('transactions-export'), sales: SalesOrdered }),
  v.object({ ...anyFile, purpose: v.literal('product-sales'), sales: ProductSalesOrdered }),
  v.object({ ...anyFile, purpose: v.literal('cash-withdraws'), withdraws: WithdrawsOrdered }),
  v.object({ ...anyFile, purpose: v.literal('machine-report'), report: v.picklist(REPORT_NAMES), meant: Meant }),
  v.object({ ...anyFile, purpose: v.literal('passes-export'), query: v.string() }),
  v.object({ ...anyFile, purpose: v.literal('ordered-file'), file: v.string() }),
])
export type Order = v.InferOutput<typeof Order>

/** The same before it is signed. */
export type Unsigned<O extends Order = Order> = O extends Order ? Omit<O, 'expires' | 'user' | 'session' | 'key'> : never

const GOOD_FOR = 10 * MINUTE

/** A large file is made while its content is taken, which fails where it cannot be made. */
export type PrintedFile = { name: string; type: `${string}/${string}`; content: Buffer | Uint8Array | AsyncIterable<Buffer> }

/** Makes what an order asks for. `onProgress` is told which part of a large file is made. */
export type Printer = (ctx: AppContext, order: Unsigned, onProgress?: (share: number) => Promise<unknown>) => Promise<PrintedFile | Refusal>

type Keeper = Pick<AppContext, 'keyFor' | 'now'>

/** The address of a file for the person who asked for it, good for ten minutes. */
export function signedAddress(
  ctx: Keeper,
  { userId: user, sessionId, key }: Pick<Principal, 'userId' | 'sessionId' | 'key'>,
  order: Unsigned,
): string {
  const signed: Order = { ...order, user, ...(key ? { key: key.id } : { session: sessionId }), expires: ctx.now() + GOOD_FOR }
  const content = Buffer.from(JSON.stringify(signed)).toString('base64url')
  return `/api/files/${content}.${signatureOf(ctx, content)}`
}

/** What an address stands for; one that nobody here has signed stands for nothing. */
export function readSigned(ctx: Keeper, id: string): Order | Refusal {
  const [content = '', signature = '', ...more] = id.split('.')
  if (more.length > 0 || !isSame(signature, signatureOf(ctx, content))) return refuse('NOT_FOUND')
  const read = v.safeParse(Order, JSON.parse(Buffer.from(content, 'base64url').toString()))
  // A version before this one may have signed it.
  if (!read.success) return refuse('NOT_FOUND')
  return read.output.expires > ctx.now() ? read.output : refuse('FILE_EXPIRED')
}

/**
 * Whether the person who asked for a file is still enabled and may still have it, and their session or key has not ended: a link must
 * not outlive the right to it, and a person who signs out everywhere expects that links end too.
 */
export async function mayStillHave(db: Db, order: Order): Promise<boolean> {
  const [reader] = await rowsOf<Pick<Principal, 'companyId' | 'userId' | 'companyRole'>>(
    db,
    sql`select u.company_id as "companyId", u.id as "userId", u.company_role as "companyRole" from users u ${HOME}
      where u.company_id = ${order.company} and u.id = ${order.user} and ${STANDS} and ${signInOf(order)}`,
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
