import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type MqttClient } from 'mqtt'
import * as v from 'valibot'
import { Instant } from '#contract/fields.ts'
import { DeviceNumber, EVENTS_AT_ONCE, type Ingested } from '#contract/telemetry.ts'
import { fromIso, type Moment, SECOND } from '#domain/time.ts'
import { isTemporary } from '../../db/client.ts'
import { deviceOf } from '../../http/authenticate.ts'
import { readJson, UnreadableBody } from '../../http/json.ts'
import { problemOf, Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext, Device } from '../../http/request-context.ts'
import { ingest } from './ingest.ts'

/** Topic of device events, independent of the broker. */
const TOPIC = 'devices/+/events'

const Payload = v.object({
  key: v.pipe(v.string(), v.regex(/^[\w-]{20,200}$/)),
  sentAt: v.optional(v.nullable(Instant)),
  events: v.pipe(v.array(v.unknown()), v.maxLength(EVENTS_AT_ONCE)),
})

/** Same limit as for a message over HTTP. */
const MESSAGE_BYTES = 1024 * 1024

/**
 * Subscribes to device messages on a broker and returns a function that stops it. A message is acknowledged only after it is stored, so the
 * broker keeps messages while the server or the database is unavailable. `most`: messages per second and device.
 */
export function listenToBroker(ctx: AppContext, url: string, most: number): () => Promise<void> {
  // Stable across restarts, so that the broker keeps messages for this client.
  const clientId = `roundsman-${createHash('sha256').update(`${hostname()}/${ctx.settings.port}`).digest('hex').slice(0, 12)}`
  const isOver = overInASecond(most, ctx.now)
  let isLeaving = false
  const client = connect(url, { clientId, clean: false, reconnectPeriod: SECOND, manualConnect: true })
  client.on('error', (err) => ctx.log.error({ err }, 'cannot reach the telemetry broker'))
  // Called for one message at a time; the next one is delivered after the callback.
  client.handleMessage = (packet, done) => {
    const { topic, payload } = packet as { topic: string; payload: Buffer }
    void receive(ctx, client, topic, payload, { isOver, isLeaving: () => isLeaving }).then((isTaken) => {
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

/** Counts the messages of each device per second and returns whether one exceeds the limit. */
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

/** Returns whether the message is done and needs no redelivery. While the database is unavailable, this message and all later ones wait. */
async function receive(
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
      const response = answer instanceof Refusal ? problemOf(answer) : { data: answer }
      client.publish(`devices/${imei}/answers`, JSON.stringify(response))
      return true
    } catch (err) {
      ctx.log.error({ err }, 'could not process a device message')
      if (!isTemporary(err)) return true
      await pause(SECOND)
    }
  }
  return false
}

/** Same as over HTTP. The key is part of the message, because a broker does not identify the sender. */
async function answerTo(ctx: AppContext, imei: string, payload: Buffer, isOver: Listening['isOver']): Promise<Ingested | Refusal> {
  if (payload.length > MESSAGE_BYTES) return refuse('TOO_LARGE')
  if (!v.is(DeviceNumber, imei)) return refuse('NOT_FOUND')
  const sent = readJson(payload)
  if (sent instanceof UnreadableBody) return refuse('INVALID', { detail: sent.message })
  const body = v.safeParse(Payload, sent)
  if (!body.success) return refuse('INVALID', { detail: `${v.getDotPath(body.issues[0]) ?? 'message'}: ${body.issues[0].message}` })
  const { key, sentAt, events } = body.output
  const device = await deviceOf(ctx, key, imei)
  if (device instanceof Refusal) return device
  if (isOver(device)) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
  const message = { sentAt: sentAt ? fromIso(sentAt) : null, events }
  return ctx.database.withTenant(device.companyId, (db) => ingest(db, ctx, device, message))
}
