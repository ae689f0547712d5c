import { DAY, SECOND } from '#domain/time.ts'
import { handOver } from '../alerts/hand-over.ts'
import { endMessage, forgetDevice, forgetMessages, type Message, takeMessages, tryLater } from '../alerts/messages.store.ts'
import type { House } from '../http/caller.ts'
import { openPost } from '../mail/post.ts'
import type { Outcome } from './jobs.store.ts'
import type { Job } from './run-jobs.ts'

/** Hands over every message that is due, some at once: one that is not taken waits, and keeps few others from being handed over. */
export async function sendAlerts(house: House): Promise<Outcome> {
  const { database, now, settings } = house
  const post = openPost(settings)
  const take = () => database.asHouse((db) => takeMessages(db, now()))
  try {
    for (let taken = await take(); taken.length > 0; taken = await take()) {
      await Promise.all(taken.map((message) => sendOne(house, post, message)))
    }
  } finally {
    post.close()
  }
  return 'well'
}

async function sendOne(house: House, post: ReturnType<typeof openPost>, message: Message): Promise<void> {
  const { database, now, log } = house
  const said = await handOver(house, post, message).catch((error: unknown) => ({ failure: error }))
  await database.asHouse(async (db) => {
    if (said === 'taken') return void (await endMessage(db, message, null, now()))
    if ('failure' in said) return void (await tryLater(db, message, messageOf(said.failure), now()))
    await endMessage(db, message, said.gone, now())
    if (said.device) await forgetDevice(db, message.companyId, said.device)
  })
  // An address of a device opens it to whoever knows it: only what went wrong is logged.
  if (typeof said === 'object' && 'failure' in said)
    log.warn({ failure: messageOf(said.failure), alert: message.id, tries: message.tries }, 'an alert was not taken')
}

const messageOf = (failure: unknown) => (failure instanceof Error ? failure.message : String(failure))

/** Looked for whenever something happened that somebody wants to hear of, and each minute. */
export const sendingAlerts: Job = { name: 'alerts', everyMs: SECOND, run: sendAlerts }

export const forgettingAlerts: Job = {
  name: 'forget-alerts',
  everyMs: DAY,
  run: async ({ database, now }) => {
    await database.asHouse((db) => forgetMessages(db, now()))
    return 'well'
  },
}
