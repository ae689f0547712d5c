import { ALERT_CHANNELS, type AlertChannel } from '#domain/alerts/alert.ts'
import { DAY } from '#domain/time.ts'
import { handOver } from '../alerts/hand-over.ts'
import { endMessage, forgetDevice, forgetMessages, type Message, takeMessage, tryLater } from '../alerts/messages.store.ts'
import type { AppContext } from '../http/request-context.ts'
import { createMailer } from '../mail/mailer.ts'
import type { Job } from './job.ts'
import { handAll, outgoing } from './outgoing.ts'

async function sendAlert(ctx: AppContext, message: Message): Promise<void> {
  const { database, now, log, settings } = ctx
  const post = createMailer(settings)
  const said = await handOver(ctx, post, message)
    .catch((error: unknown) => ({ failure: error }))
    .finally(() => post.close())
  await database.asSystem(async (db) => {
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

const goingOutBy = (channel: AlertChannel) =>
  outgoing<Message>({
    name: `alerts-${channel.toLowerCase()}`,
    hands: 6,
    take: ({ database, now }) => database.asSystem((db) => takeMessage(db, channel, now())),
    send: sendAlert,
  })

/** Each way by hands of its own: a gateway that hangs keeps no notification waiting. */
export const alertsGoingOut = ALERT_CHANNELS.map(goingOutBy)

export const sendAlerts = async (ctx: AppContext): Promise<void> =>
  void (await Promise.all(alertsGoingOut.map((work) => handAll(ctx, work))))

export const purgeAlertsJob: Job = {
  name: 'forget-alerts',
  everyMs: DAY,
  steady: true,
  run: async ({ database, now }) => {
    await database.asSystem((db) => forgetMessages(db, now()))
    return 'well'
  },
}
