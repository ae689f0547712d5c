import type { Queue } from '../../queue/queue.ts'
import { claimRequestedMail } from './requested-mails.store.ts'
import { sendRequestedMail } from './write-mails.ts'

/**
 * Writes the mails that unauthenticated users requested. The request itself looks nothing up, so that its response time does not reveal
 * which accounts exist. It has its own worker because the user waits for the mail and no other job may delay it.
 */
export const writeRequestedMailsJob: Queue = {
  name: 'asked-letters',
  workers: 1,
  processNext: ({ database, now, settings }, onTaken) =>
    // Each in its own transaction, so that one failure does not block the others.
    database.asSystem(async (db) => {
      const requested = await claimRequestedMail(db)
      if (!requested) return false
      await sendRequestedMail({ settings, now }, db, requested)
      onTaken()
      return true
    }),
}
