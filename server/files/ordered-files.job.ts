import { formatsOf } from '#domain/formats.ts'
import { SECOND } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { companyWays } from '../db/company-settings.ts'
import { publishEvents } from '../events/events.store.ts'
import { Refusal } from '../http/refusal.ts'
import type { AppContext } from '../http/request-context.ts'
import { intlLocaleOf, languageOf } from '../languages.ts'
import { enqueueMail } from '../mail/mail.store.ts'
import type { Queue } from '../queue/queue.ts'
import {
  claimOrder,
  endOrder,
  failedLately,
  insertPart,
  MAX_TRIES,
  type OrderedFile,
  putBack,
  readerOf,
  reportProgress,
} from './ordered-files.store.ts'
import type { PrintedFile, Printer } from './signed-files.ts'

/** Creates ordered files and stores each for its manager. Where mail is configured, it is sent too. */
export async function makeOrderedFiles(ctx: AppContext, make: Printer): Promise<void> {
  while (await makeNext(ctx, make));
}

/** Thrown if the file was cancelled or another process has taken it over. */
class Lost extends Error {}

/** Creates the oldest waiting file. False if there is none, and after a failure, because an immediate retry would probably fail again. */
async function makeNext(ctx: AppContext, make: Printer): Promise<boolean> {
  const file = await ctx.database.asSystem((db) => claimOrder(db, ctx.database, ctx.now()))
  if (!file) return false
  const failure = await makeOne(ctx, file, make).catch((error: unknown) => error ?? 'failed')
  if (failure === null || failure instanceof Lost) return true
  ctx.log.error({ err: failure, file: file.id, tries: file.tries }, 'creating an ordered file failed')
  await afterFailure(ctx, file, failure instanceof Error ? failure.message : String(failure))
  return false
}

/** The event is sent only to the user who ordered it. */
const FILE_ENDED = { activity: 'FILE_ENDED', machineId: null, changed: [] } as const

/** The size of a stored part. */
const PART_BYTES = 1024 * 1024
/** The largest file that is sent by mail. Larger ones can only be downloaded. */
const MAX_MAILED = 10 * PART_BYTES
/** The interval between progress reports. */
const REPORT_EVERY = 2 * SECOND

async function makeOne(ctx: AppContext, file: OrderedFile, make: Printer): Promise<null> {
  const { companyId, userId, order } = file
  const inDb = <T>(work: (db: Db) => Promise<T>) => ctx.database.withTenant(companyId, work)
  const reader = await inDb((db) => readerOf(db, companyId, userId))
  if (!reader) {
    await inDb((db) => endOrder(db, file, ctx.now()))
    return null
  }
  let reportedAt = Number.NEGATIVE_INFINITY
  const printed = await make(ctx, order, async (share) => {
    if (performance.now() - reportedAt < REPORT_EVERY) return
    reportedAt = performance.now()
    if (!(await inDb((db) => reportProgress(db, file, share, ctx.now())))) throw new Lost()
  })
  if (printed instanceof Refusal) throw new Error(printed.code)
  const mailed: Buffer[] = []
  let [part, size] = [0, 0]
  for await (const content of inParts(printed.content)) {
    if (!(await inDb((db) => insertPart(db, file, ++part, content, ctx.now())))) return null
    size += content.length
    if (size <= MAX_MAILED) mailed.push(content)
  }
  const now = ctx.now()
  await inDb(async (db) => {
    if (!(await endOrder(db, file, now, { made: { name: printed.name, type: printed.type, size } }))) return
    if (ctx.settings.smtp && reader.to && size <= MAX_MAILED)
      await enqueueMail(db, companyId, {
        to: reader.to,
        kind: 'report-ready',
        locale: order.locale,
        content: {
          words: { name: reader.firstName, file: printed.name },
          attachment: { name: printed.name, type: printed.type, base64: Buffer.concat(mailed).toString('base64') },
        },
        now,
      })
    const note = {
      message: 'REPORT_READY',
      type: 'SUCCESS',
      slug: '/dashboard/reports',
      values: { file: printed.name },
      to: userId,
    } as const
    await publishEvents(db, companyId, [{ ...FILE_ENDED, at: now, to: userId, note }], now)
  })
  return null
}

/** Splits content into parts of equal size, except for the last one. */
async function* inParts(content: PrintedFile['content']): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const piece of content instanceof Uint8Array ? [content] : content) {
    held.push(piece)
    size += piece.length
    if (size < PART_BYTES) continue
    let all = Buffer.concat(held)
    for (; all.length >= PART_BYTES; all = all.subarray(PART_BYTES)) yield all.subarray(0, PART_BYTES)
    held = [all]
    size = all.length
  }
  if (size > 0) yield Buffer.concat(held)
}

async function afterFailure(ctx: AppContext, file: OrderedFile, failure: string): Promise<void> {
  const { companyId, userId, asked, tries, order } = file
  const now = ctx.now()
  await ctx.database.withTenant(companyId, async (db) => {
    if (tries < MAX_TRIES) return void (await putBack(db, file, failure))
    const reader = await readerOf(db, companyId, userId)
    if (!(await endOrder(db, file, now, { failure })) || !reader) return
    const ways = await companyWays(db, companyId)
    const { date } = formatsOf({ ...ways, locale: intlLocaleOf(order.locale), language: languageOf(order.locale) })
    const words = { name: reader.firstName, asked: date(asked) }
    if (ctx.settings.smtp && reader.to)
      await enqueueMail(db, companyId, { to: reader.to, kind: 'report-failed', locale: order.locale, content: { words }, now })
    const note = { message: 'REPORT_FAILED', type: 'ERROR', slug: '/dashboard/reports', to: userId } as const
    await publishEvents(db, companyId, [{ ...FILE_ENDED, at: now, to: userId, note }], now)
  })
}

/** Starts when a file is ordered, and checks every minute. */
export const fileQueue = (print: Printer): Queue => ({
  name: 'files',
  workers: 1,
  processNext: (ctx) => makeNext(ctx, print),
  outcome: async ({ database, now }) => ((await database.asSystem((db) => failedLately(db, now()))) ? 'failed' : 'well'),
})
