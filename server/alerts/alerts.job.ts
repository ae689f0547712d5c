import { ALERT_CHANNELS, type AlertChannel } from '#domain/alerts/alert.ts'
import type { AppContext } from '../http/request-context.ts'
import { createMailer } from '../mail/mailer.ts'
import { drain, queue } from '../queue/queue.ts'
import { handOver } from './hand-over.ts'
import { endMessage, forgetDevice, type Message, takeMessage, tryLater } from './messages.store.ts'

async function sendAlert(ctx: AppContext, message: Message): Promise<void> {
  const { database, now, log, settings } = ctx
  const post = createMailer(settings)
  const result = await handOver(ctx, post, message)
    .catch((error: unknown) => ({ failure: error }))
    .finally(() => post.close())
  await database.asSystem(async (db) => {
    if (result === 'taken') return void (await endMessage(db, message, null, now()))
    if ('failure' in result) return void (await tryLater(db, message, messageOf(result.failure), now()))
    await endMessage(db, message, result.gone, now())
    if (result.device) await forgetDevice(db, message.companyId, result.device)
  })
  // The address of a device grants access to it, so only the failure is logged.
  if (typeof result === 'object' && 'failure' in result)
    log.warn({ failure: messageOf(result.failure), alert: message.id, tries: message.tries }, 'sending an alert failed')
}

const messageOf = (failure: unknown) => (failure instanceof Error ? failure.message : String(failure))

const queueFor = (channel: AlertChannel) =>
  queue<Message>({
    name: `alerts-${channel.toLowerCase()}`,
    workers: 6,
    take: ({ database, now }) => database.asSystem((db) => takeMessage(db, channel, now())),
    send: sendAlert,
  })

/** Each channel has its own workers, so that a gateway that hangs delays no notification. */
export const alertQueues = ALERT_CHANNELS.map(queueFor)

export const sendAlerts = async (ctx: AppContext): Promise<void> => void (await Promise.all(alertQueues.map((work) => drain(ctx, work))))
