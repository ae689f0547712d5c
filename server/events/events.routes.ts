import type { FastifyInstance } from 'fastify'
import { channel } from '#contract/live.ts'
import { SECOND } from '#domain/time.ts'
import { Refusal } from '../http/refusal.ts'
import type { AppContext } from '../http/request-context.ts'
import { serveAlone } from '../http/serve.ts'
import { type LivePace, openLiveHub } from './event-hub.ts'

/** TCP probes start after this time, so that a lost client is detected before the next keep-alive comment. */
const PROBE_AFTER = 5 * SECOND

/** The route of live events. It occupies a slot of the load shedder while it opens, and none while it is open. */
export function liveRoutes(app: FastifyInstance, ctx: AppContext, pace?: LivePace) {
  const hub = openLiveHub(ctx, pace)
  app.addHook('preClose', hub.close)

  serveAlone(app, ctx, channel, async ({ params }, { principal, request, reply }) => {
    const { raw } = request
    const lastEventId = request.headers['last-event-id']
    const stream = await hub.open(principal, params.eventChannelId, Array.isArray(lastEventId) ? lastEventId[0] : lastEventId, () =>
      reply.raw.destroy(),
    )
    if (stream instanceof Refusal) return stream
    // Also destroys a stream that is never read: the response to a HEAD request has no body.
    reply.raw.once('close', () => stream.destroy())
    raw.socket?.setKeepAlive?.(true, PROBE_AFTER)
    // The headers keep proxies from buffering the stream.
    void reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
    return stream as unknown as string
  })
}
