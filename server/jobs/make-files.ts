import { toIso } from '#domain/time.ts'
import { endOrder, failedLately, MOST_TRIES, type OrderedFile, putBack, readerOf, takeOrder } from '../files/ordered-files.store.ts'
import { print } from '../files/print.ts'
import type { Printer } from '../files/signed-files.ts'
import type { House } from '../http/caller.ts'
import { Refusal } from '../http/refusal.ts'
import { tellLive } from '../live/live.store.ts'
import { askToSend } from '../mail/mail.store.ts'
import type { Outgoing } from './outgoing.ts'

/** Makes the files that were ordered, and keeps each for its manager; where mails are sent, it is sent too. */
export async function makeOrderedFiles(house: House, make: Printer = print): Promise<void> {
  while (await makeNext(house, make));
}

/** Makes the oldest file that waits. False where none does, and after a failure: the same again at once would most likely fail again. */
async function makeNext(house: House, make: Printer): Promise<boolean> {
  const file = await house.database.asHouse((db) => takeOrder(db, house.now()))
  if (!file) return false
  const failure = await makeOne(house, file, make).catch((error: unknown) => error ?? 'failed')
  if (failure === null) return true
  house.log.error({ err: failure, file: file.id, tries: file.tries }, 'an ordered file was not made')
  await afterFailure(house, file, failure instanceof Error ? failure.message : String(failure))
  return false
}

/** It is told to whoever ordered it, and to nobody else. */
const FILE_ENDED = { activity: 'FILE_ENDED', machineId: null, changed: [] } as const

async function makeOne(house: House, { id, companyId, userId, order }: OrderedFile, make: Printer): Promise<null> {
  const reader = await house.database.asCompany(companyId, (db) => readerOf(db, companyId, userId))
  const printed = reader && (await make(house, order))
  if (printed instanceof Refusal) throw new Error(printed.code)
  const now = house.now()
  await house.database.asCompany(companyId, async (db) => {
    if (!(await endOrder(db, companyId, id, now, printed ? { file: printed } : {})) || !reader || !printed) return
    if (house.settings.smtp && reader.to)
      await askToSend(db, companyId, {
        to: reader.to,
        kind: 'report-ready',
        locale: order.locale,
        content: {
          words: { name: reader.firstName, file: printed.name },
          attachment: { name: printed.name, type: printed.type, base64: Buffer.from(printed.content).toString('base64') },
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
    await tellLive(db, companyId, [{ ...FILE_ENDED, at: now, to: userId, note }], now)
  })
  return null
}

async function afterFailure(house: House, { id, companyId, userId, tries, order }: OrderedFile, failure: string): Promise<void> {
  const now = house.now()
  await house.database.asCompany(companyId, async (db) => {
    if (tries < MOST_TRIES) return void (await putBack(db, companyId, id, failure))
    const reader = await readerOf(db, companyId, userId)
    if (!(await endOrder(db, companyId, id, now, { failure })) || !reader) return
    const words = { name: reader.firstName, asked: toIso(now).slice(0, 10) }
    if (house.settings.smtp && reader.to)
      await askToSend(db, companyId, { to: reader.to, kind: 'report-failed', locale: order.locale, content: { words }, now })
    const note = { message: 'REPORT_FAILED', type: 'ERROR', slug: '/dashboard/reports', to: userId } as const
    await tellLive(db, companyId, [{ ...FILE_ENDED, at: now, to: userId, note }], now)
  })
}

/** Begun as soon as one is ordered, and looked for each minute. */
export const filesUnderWay: Outgoing = {
  name: 'files',
  hands: 1,
  handOne: (house) => makeNext(house, print),
  outcome: async ({ database, now }) => ((await database.asHouse((db) => failedLately(db, now()))) ? 'failed' : 'well'),
}
