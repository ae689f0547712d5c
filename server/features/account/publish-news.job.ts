import * as v from 'valibot'
import { NEWS } from '#domain/news.ts'
import { HOUR } from '#domain/time.ts'
import type { AppContext } from '../../http/request-context.ts'
import type { Outcome } from '../../jobs/jobs.store.ts'
import type { Job } from '../../jobs/run-jobs.ts'
import { languageOf, wordsOf } from '../../languages.ts'
import { enqueueMail } from '../../mail/mail.store.ts'
import { publicAddress } from '../../public-address.ts'
import { announcementRecipients, claimAnnouncement } from './announcements.store.ts'

const word = v.pipe(v.string(), v.minLength(1))
/** The announcement as the app shows it. */
const Announced = v.object({ news: v.object({ title: word, items: v.array(word) }) })

/** Mails an announcement to its subscribers, once: it is marked and its mails are enqueued in one transaction. */
export async function publishNews(ctx: AppContext, newest = NEWS): Promise<Outcome> {
  const now = ctx.now()
  const home = publicAddress(ctx.settings)
  await ctx.database.asSystem(async (db) => {
    if (!(await claimAnnouncement(db, newest, now))) return
    for (const { company, locale, email, firstName } of await announcementRecipients(db)) {
      const { title, items } = wordsOf(languageOf(locale), 'settings', Announced).news
      const words = {
        name: firstName,
        title,
        items: items.map((item) => `– ${item}`).join('\n'),
        linkToApp: home,
        linkToSettings: `${home}/dashboard/settings/notifications`,
      }
      await enqueueMail(db, company, { to: email, kind: 'system-update', locale, content: { words }, now })
    }
  })
  return 'well'
}

export const publishNewsJob: Job = { name: 'news', everyMs: HOUR, run: publishNews }
