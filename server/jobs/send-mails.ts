import type { House } from '../http/caller.ts'
import { countGivenUp, type Mail, markSent, takeMail, waitLonger } from '../mail/mail.store.ts'
import { openPost } from '../mail/post.ts'
import type { Outcome } from './jobs.store.ts'
import { handAll, outgoing } from './outgoing.ts'

/** Hands a mail over. One that is not taken waits, and keeps no other from being sent. */
async function sendMail({ settings, database, now, log }: House, mail: Mail): Promise<void> {
  const post = openPost(settings)
  const failure = await post
    .send(mail)
    .then(
      () => null,
      (error: unknown) => error,
    )
    .finally(() => post.close())
  await database.asHouse(async (db) => {
    if (failure === null) await markSent(db, mail, now())
    else await waitLonger(db, mail, failure instanceof Error ? failure.message : String(failure), now())
  })
  if (failure !== null) log.warn({ err: failure, mail: mail.id, tries: mail.tries }, 'a mail was not taken, and is tried again later')
}

async function givenUp({ database, log }: House): Promise<Outcome> {
  const count = await database.asHouse(countGivenUp)
  if (count > 0) log.error({ givenUp: count }, 'mails were tried for days and not taken; see the column failure of the table mails')
  return count > 0 ? 'trouble' : 'well'
}

/** Looked for whenever one is asked for, and each minute. */
export const mailsGoingOut = outgoing<Mail>({
  name: 'mails',
  hands: 4,
  take: ({ database, now }) => database.asHouse((db) => takeMail(db, now())),
  send: sendMail,
  outcome: givenUp,
})

export const sendMails = (house: House): Promise<Outcome> => handAll(house, mailsGoingOut)
