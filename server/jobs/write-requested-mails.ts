import { takeAskedLetter } from '../features/account/asked-letters.store.ts'
import { answerAskedLetter } from '../features/account/write-letters.ts'
import type { AppContext } from '../http/request-context.ts'
import { handAll, type Outgoing } from './outgoing.ts'

/**
 * Writes what was asked for at the door. There nothing is looked up, so that how long an answer takes tells nobody who is known.
 * A hand of its own, because somebody waits for the letter and no other job may hold it up.
 */
export const writeRequestedMailsJob: Outgoing = {
  name: 'asked-letters',
  hands: 1,
  handOne: ({ database, now, settings }, onTaken) =>
    // Each in a transaction of its own: one that fails keeps no other from being written.
    database.asSystem(async (db) => {
      const asked = await takeAskedLetter(db)
      if (!asked) return false
      await answerAskedLetter({ settings, now }, db, asked)
      onTaken()
      return true
    }),
}

export const writeRequestedMails = (ctx: AppContext) => handAll(ctx, writeRequestedMailsJob)
