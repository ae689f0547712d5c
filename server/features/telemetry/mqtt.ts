import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type MqttClient } from 'mqtt'
import * as v from 'valibot'
import { Instant } from '#contract/fields.ts'
import { DeviceNumber, EVENTS_AT_ONCE, type Ingested } from '#contract/telemetry.ts'
import { fromIso, type Moment, SECOND } from '#domain/time.ts'
import { passesByItself } from '../../db/client.ts'
import { readJson } from '../../http/json.ts'
import { problemOf, Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext, Device } from '../../http/request-context.ts'
import { deviceOf } from './authenticate-device.ts'
import { ingest } from './ingest.ts'

/** What devices tell, wherever their broker is. */
const TOPIC = 'devices/+/events'

const Payload = v.object({
  key: v.pipe(v.string(), v.regex(/^[\w-]{20,200}$/)),
  sentAt: v.optional(v.nullable(Instant)),
  events: v.pipe(v.array(v.unknown()), v.maxLength(EVENTS_AT_ONCE)),
})

/** As many bytes as a message over HTTP may have. */
const MESSAGE_BYTES = 1024 * 1024

/**
 * Takes from a broker what devices tell, until it is ended. A message is acknowledged once it is in the database, so that the
 * broker keeps what comes while we or the database are away. `most`: messages that one device may send a second.
 */
export function listenToBroker(ctx: AppContext, url: string, most: number): () => Promise<void> {
  // The same at every start, so that the broker knows for whom it keeps messages.
  const clientId = `roundsman-${createHash('sha256').update(`${hostname()}/${ctx.settings.port}`).digest('hex').slice(0, 12)}`
  const isOver = overInASecond(most, ctx.now)
  let isLeaving = false
  const client = connect(url, { clientId, clean: false, reconnectPeriod: SECOND, manualConnect: true })
  client.on('error', (err) => ctx.log.error({ err }, 'the broker of telemetry cannot be reached'))
  // Called for one message after the other; the next comes when this one is done.
  client.handleMessage = (packet, done) => {
    const { topic, payload } = packet as { topic: string; payload: Buffer }
    void takeIn(ctx, client, topic, payload, { isOver, isLeaving: () => isLeaving }).then((isTaken) => {
      if (isTaken) done()
    })
  }
  client.on('connect', () => client.subscribe(TOPIC, { qos: 1 }))
  client.connect()
  return async () => {
    isLeaving = true
    await client.endAsync(true)
  }
}

type Listening = { isOver(device: Device): boolean; isLeaving(): boolean }

/** Counts what each device says within a second, and tells of a message whether it is more than so many. */
function overInASecond(most: number, now: () => Moment): Listening['isOver'] {
  const counts = new Map<number, number>()
  let second = 0
  return ({ deviceId }) => {
    const current = Math.floor(now() / SECOND)
    if (current !== second) counts.clear()
    second = current
    const count = (counts.get(deviceId) ?? 0) + 1
    counts.set(deviceId, count)
    return count > most
  }
}

/** Whether the message needs not come again. While the database is away it waits here, and with it all that come after. */
async function takeIn(
  ctx: AppContext,
  client: MqttClient,
  topic: string,
  payload: Buffer,
  { isOver, isLeaving }: Listening,
): Promise<boolean> {
  const [, imei = ''] = topic.split('/')
  while (!isLeaving()) {
    try {
      const answer = await answerTo(ctx, imei, payload, isOver)
      const said = answer instanceof Refusal ? problemOf(answer) : { data: answer }
      client.publish(`devices/${imei}/answers`, JSON.stringify(said))
      return true
    } catch (err) {
      ctx.log.error({ err }, 'a message of a device was not taken in')
      if (!passesByItself(err)) return true
      await pause(SECOND)
    }
  }
  return false
}

/** The same as over HTTP; the key travels in the message, since a broker does not tell us who spoke. */
async function answerTo(ctx: AppContext, imei: string, payload: Buffer, isOver: Listening['isOver']): Promise<Ingested | Refusal> {
  if (payload.length > MESSAGE_BYTES) return refuse('TOO_LARGE')
  if (!v.is(DeviceNumber, imei)) return refuse('NOT_FOUND')
  const body = v.safeParse(Payload, readJson(payload.toString()))
  if (!body.success) return refuse('INVALID', { detail: `${v.getDotPath(body.issues[0]) ?? 'message'}: ${body.issues[0].message}` })
  const { key, sentAt, events } = body.output
  const device = await deviceOf(ctx, key, imei)
  if (device instanceof Refusal) return device
  if (isOver(device)) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
  const message = { sentAt: sentAt ? fromIso(sentAt) : null, events }
  return ctx.database.withTenant(device.companyId, (db) => ingest(db, ctx, device, message))
}
