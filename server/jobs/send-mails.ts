import { SECOND } from '#domain/time.ts'
import type { House } from '../http/caller.ts'
import { countGivenUp, markSent, takeMail, waitLonger } from '../mail/mail.store.ts'
import { openPost } from '../mail/post.ts'
import type { Outcome } from './jobs.store.ts'
import type { Job } from './run-jobs.ts'

/** Hands over every mail that is due. One that is not taken waits, and keeps no other from being sent. */
export async function sendMails({ settings, database, now, log }: House): Promise<Outcome> {
  const post = openPost(settings)
  try {
    for (let mail = await database.asHouse((db) => takeMail(db, now())); mail; mail = await database.asHouse((db) => takeMail(db, now()))) {
      const taken = mail
      const failure = await post.send(taken).then(
        () => null,
        (error: unknown) => error,
      )
      await database.asHouse(async (db) => {
        if (failure === null) await markSent(db, taken, now())
        else await waitLonger(db, taken, failure instanceof Error ? failure.message : String(failure), now())
      })
      if (failure !== null) log.warn({ err: failure, mail: taken.id, tries: taken.tries }, 'a mail was not taken, and is tried again later')
    }
  } finally {
    post.close()
  }
  const givenUp = await database.asHouse(countGivenUp)
  if (givenUp > 0) log.error({ givenUp }, 'mails were tried for days and not taken; see the column failure of the table mails')
  return givenUp > 0 ? 'trouble' : 'well'
}

/** Looked for whenever one is asked for, and each minute. */
export const sendingMails: Job = { name: 'mails', everyMs: SECOND, run: sendMails }
