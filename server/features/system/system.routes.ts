import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendFeedback } from '#contract/feedback.ts'
import { alive, docs, file, health, openapi, problem, site } from '#contract/system.ts'
import { vapidKeys } from '../../alerts/push-services.ts'
import { demoSignIns } from '../../demo/sign-ins.ts'
import { mayStillHave, type Order, type Printer, readSigned } from '../../files/signed-files.ts'
import { DOCS_PAGE } from '../../http/docs-page.ts'
import { flowOf } from '../../http/fair-queue.ts'
import { openapiDocument } from '../../http/openapi.ts'
import { handOnFeedback } from '../../http/outbound.ts'
import { problemPage } from '../../http/problems.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { serveAlone, servePublic } from '../../http/serve.ts'
import { namesLoopback, publicAddress } from '../../public-address.ts'
import { databaseStatus } from './system.store.ts'

/** `print` generates the file of a signed URL. */
export async function systemRoutes(app: FastifyInstance, ctx: AppContext, print: Printer) {
  const { settings, database } = ctx

  servePublic(app, ctx, health, async () => {
    const found = await databaseStatus(database)
    const status = found === 'ok' && (await app.disk.isFull()) ? 'degraded' : found
    return status
      ? { status, version: settings.version, database: 'ok' }
      : refuse('OVERLOADED', { detail: 'The database does not respond.', retryAfterSeconds: 5 })
  })

  servePublic(app, ctx, alive, async () => ({ status: 'ok' as const }))

  servePublic(app, ctx, site, async (_input, { request }) => ({
    version: settings.version,
    captcha: settings.captcha,
    recaptchaSiteKey: settings.recaptcha?.siteKey ?? null,
    supportEmail: settings.supportEmail,
    mapTiles: settings.mapTiles,
    geocoder: settings.geocoderUrl !== null,
    // The Host header is trusted on loopback only, because clients can set any value.
    publicUrl: settings.publicUrl ?? (namesLoopback(request.hostname) ? `${request.protocol}://${request.host}` : publicAddress(settings)),
    sendsMail: settings.smtp !== null,
    maintenance: settings.maintenance,
    feedback: settings.feedbackUrl !== null,
    pushKey: vapidKeys(ctx).publicKey,
    sendsSms: settings.sms !== null,
    demo: await demoSignIns(ctx),
  }))

  // Generated at the first request, because it takes half a second, which would delay the start.
  const document = lazily(() => openapiDocument(settings.version))
  servePublic(app, ctx, openapi, async () => document())

  servePublic(app, ctx, docs, async (_input, { reply }) => {
    void reply.type('text/html; charset=utf-8')
    return DOCS_PAGE
  })

  servePublic(app, ctx, problem, async ({ params }, { reply }) => {
    void reply.type('text/plain; charset=utf-8')
    return problemPage(params.code)
  })

  // No load-shedding slot is held while the feedback service responds.
  serveAlone(
    app,
    ctx,
    sendFeedback,
    async ({ body }, { principal }) => {
      const { feedbackUrl: url, version } = settings
      if (url === null) return refuse('NOT_FOUND')
      const isTaken = await handOnFeedback(url, { text: body.text, version, company: String(principal.companyId) })
      return isTaken ? {} : refuse('OVERLOADED', { detail: 'The feedback could not be delivered.', retryAfterSeconds: 60 })
    },
    { gatesItself: true },
  )

  servePublic(
    app,
    ctx,
    file,
    async ({ params }, { reply }) => {
      const order = readSigned(ctx, params.id)
      if (order instanceof Refusal) return order
      if (!app.startFile(order.company, reply)) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: 5 })
      // A signed URL needs no sign-in, but its work counts towards the company's limits.
      return app.gate.through('read', () => sendFile(order, reply), flowOf(order.company))
    },
    { gatesItself: true },
  )
  async function sendFile(order: Order, reply: FastifyReply) {
    if (!(await database.asSystem((db) => mayStillHave(db, order)))) return refuse('NOT_FOUND')
    const printed = await print(ctx, order)
    if (printed instanceof Refusal) return printed
    const { name, type, content } = printed
    // Generates the file completely before sending, so that a failure does not produce a truncated file.
    const whole =
      content instanceof Uint8Array ? content : order.purpose === 'ordered-file' ? Readable.from(content) : await wholeOf(content)
    void reply.type(type).header('content-disposition', attachment(name))
    return whole
  }
}

async function wholeOf(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** RFC 6266: an ASCII name for every client, and the full name for clients that support it. */
const attachment = (name: string) => {
  const plain = name
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replaceAll('–', '-')
    .normalize('NFKD')
    .replaceAll(/[^\w .-]/g, '')
    .replaceAll(/ +/g, ' ')
    .trim()
  return `attachment; filename="${/\w.*\.\w+$/.test(plain) ? plain : `file${plain}`}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
