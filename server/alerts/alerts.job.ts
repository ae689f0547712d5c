import { SENT_CHANNELS, type SentChannel } from '#domain/alerts/alert.ts'
import { isUrgent, quietUntil } from '#domain/alerts/quiet-hours.ts'
import type { Moment } from '#domain/time.ts'
import type { AppContext } from '../http/request-context.ts'
import { createMailer } from '../mail/mailer.ts'
import { queue } from '../queue/queue.ts'
import { handOver } from './hand-over.ts'
import { claimMessage, deletePushDevice, dropMessages, endMessage, holdMessage, type Message, retryLater } from './messages.store.ts'

/** When the quiet hours of its recipient end; null if the message may be sent now. */
function heldUntil({ quietHours, timezone, activity, recipient }: Message, now: Moment): Moment | null {
  if (!recipient || !quietHours || (quietHours.urgentToo && isUrgent(activity))) return null
  return quietUntil(quietHours, now, timezone)
}

async function sendAlert(ctx: AppContext, message: Message): Promise<void> {
  const { database, now, log, settings } = ctx
  const until = heldUntil(message, now())
  if (until !== null) return void (await database.asSystem((db) => holdMessage(db, message, until)))
  const post = createMailer(settings)
  const result = await handOver(ctx, post, message)
    .catch((error: unknown) => ({ failure: error }))
    .finally(() => post.close())
  await database.asSystem(async (db) => {
    await dropMessages(db, message, now())
    if (result === 'taken') return void (await endMessage(db, message, null, now()))
    if ('failure' in result) return void (await retryLater(db, message, messageOf(result.failure), now()))
    await endMessage(db, message, result.gone, now())
    if (result.device) await deletePushDevice(db, message.companyId, result.device)
  })
  // The address of a device grants access to it, so only the failure is logged.
  if (typeof result === 'object' && 'failure' in result)
    log.warn({ failure: messageOf(result.failure), alert: message.id, tries: message.tries }, 'sending an alert failed')
}

const messageOf = (failure: unknown) => (failure instanceof Error ? failure.message : String(failure))

const queueFor = (channel: SentChannel) =>
  queue<Message>({
    name: `alerts-${channel.toLowerCase()}`,
    workers: 6,
    take: ({ database, now }) => database.asSystem((db) => claimMessage(db, channel, now())),
    send: sendAlert,
  })

/** Each channel has its own workers, so that a gateway that hangs delays no notification. */
export const alertQueues = SENT_CHANNELS.map(queueFor)
