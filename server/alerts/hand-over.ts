import webPush from 'web-push'
import { SECOND } from '#domain/time.ts'
import { handToPushService, handToSmsGateway } from '../http/outbound.ts'
import type { AppContext } from '../http/request-context.ts'
import type { Post } from '../mail/mailer.ts'
import { publicAddress } from '../public-address.ts'
import type { Message } from './messages.store.ts'
import { isNamed, isPushService, vapidKeys } from './push-services.ts'
import { alertAsPush, alertAsText, alertInWords, placeOf } from './write-alert.ts'

/** `gone`: the recipient no longer exists, with the reason. Any other failure is thrown and retried. */
type HandedOver = 'taken' | { gone: string; device?: string }

/** Delivers a message over its channel. A message that is sent twice after a lost response carries the same id and is shown once. */
export async function handOver(ctx: AppContext, post: Post, message: Message): Promise<HandedOver> {
  if (!message.recipient) return { gone: 'NOT_TOLD_ANY_MORE' }
  return message.channel === 'EMAIL' ? byMail(ctx, post, message) : message.channel === 'SMS' ? bySms(ctx, message) : byPush(ctx, message)
}

async function byMail({ settings }: AppContext, post: Post, message: Message): Promise<HandedOver> {
  const { id, companyId, locale, tries, recipient } = message
  if (!recipient?.email) return { gone: 'NO_EMAIL' }
  const home = publicAddress(settings)
  const links = {
    linkToPlace: `${home}${placeOf(message)}`,
    linkToAlerts: `${home}/dashboard/settings/${recipient.isManager ? 'alerts' : 'quiet-hours'}`,
  }
  const words = { name: recipient.name, ...alertInWords(message), ...links }
  await post.send({ id, companyId, to: recipient.email, kind: 'alert', locale, content: { words }, tries })
  return 'taken'
}

async function bySms({ settings }: AppContext, message: Message): Promise<HandedOver> {
  if (!settings.sms) return { gone: 'SMS_NOT_CONFIGURED' }
  if (!message.recipient?.phone) return { gone: 'NO_PHONE' }
  await handToSmsGateway(settings.sms, { id: message.id, to: message.recipient.phone, text: alertAsText(message) })
  return 'taken'
}

/** One day, because an older alert is out of date. */
const TTL_SECONDS = 86_400

async function byPush(ctx: AppContext, message: Message): Promise<HandedOver> {
  const { device, id } = message
  if (!device) return { gone: 'NO_DEVICE' }
  if (!isPushService(device.endpoint, ctx.settings.pushServices)) return { gone: 'PUSH_SERVICE_UNKNOWN' }
  const { endpoint, method, headers, body } = webPush.generateRequestDetails(
    { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
    alertAsPush(message),
    {
      vapidDetails: { subject: `mailto:${ctx.settings.supportEmail}`, ...vapidKeys(ctx) },
      TTL: TTL_SECONDS,
      urgency: 'high',
      // The push service replaces a pending message that has the same topic.
      topic: id.replaceAll('-', '').slice(0, 32),
      contentEncoding: 'aes128gcm',
      timeout: 10 * SECOND,
    },
  )
  const status = await handToPushService({ endpoint, isNamed: isNamed(endpoint, ctx.settings.pushServices), method, headers, body })
  return status === 404 || status === 410 ? { gone: 'DEVICE_GONE', device: device.id } : 'taken'
}
