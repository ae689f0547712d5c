import type { AppContext } from '../http/request-context.ts'
import type { Outcome } from '../jobs/jobs.store.ts'
import { queue } from '../queue/queue.ts'
import { claimMail, countFailed, type Mail, markSent, retryLater } from './mail.store.ts'
import { createMailer } from './mailer.ts'

/** Sends a mail. A mail that fails waits and blocks no other. */
async function sendMail({ settings, database, now, log }: AppContext, mail: Mail): Promise<void> {
  const post = createMailer(settings)
  const failure = await post
    .send(mail)
    .then(
      () => null,
      (error: unknown) => error,
    )
    .finally(() => post.close())
  await database.asSystem(async (db) => {
    if (failure === null) await markSent(db, mail, now())
    else await retryLater(db, mail, failure instanceof Error ? failure.message : String(failure), now())
  })
  if (failure !== null) log.warn({ err: failure, mail: mail.id, tries: mail.tries }, 'sending a mail failed; it will be retried')
}

async function reportFailed({ database, log }: AppContext): Promise<Outcome> {
  const count = await database.asSystem(countFailed)
  if (count > 0) log.error({ givenUp: count }, 'mails failed in every try; see the column failure of the table mails')
  return count > 0 ? 'trouble' : 'well'
}

/** Runs whenever a mail is enqueued, and every minute. */
export const mailQueue = queue<Mail>({
  name: 'mails',
  workers: 4,
  take: ({ database, now }) => database.asSystem((db) => claimMail(db, now())),
  send: sendMail,
  outcome: reportFailed,
})
