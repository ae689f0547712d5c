import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance } from 'fastify'
import { ANSWER_HEADER, TIME_HEADER } from '#contract/endpoint.ts'
import { toIso } from '#domain/time.ts'
import { accountRoutes } from './features/account/account.routes.ts'
import { machinesRoutes } from './features/machines/machines.routes.ts'
import { productsRoutes } from './features/products/products.routes.ts'
import { printSlots } from './features/slots/slot-sheet.ts'
import { slotsDeeds, slotsRoutes } from './features/slots/slots.routes.ts'
import { stockRoutes } from './features/stock/stock.routes.ts'
import { stockDeeds } from './features/stock/stock-deeds.ts'
import { systemRoutes } from './features/system/system.routes.ts'
import type { House } from './http/caller.ts'
import { answerFailures } from './http/failures.ts'
import { type Gate, openGate, rankOf } from './http/gate.ts'
import { securityHeaders } from './http/headers.ts'
import { readJsonBodies } from './http/json.ts'
import { refuse } from './http/refusal.ts'
import { sendRefusal } from './http/serve.ts'
import { serveWebApp } from './http/web-app.ts'
import { type Deed, serveDeed } from './sync/plain-call.ts'
import { servePull } from './sync/sync.pull.ts'
import { servePush } from './sync/sync.push.ts'

/** Everything that a push may carry. */
const deeds: readonly Deed[] = [...stockDeeds, ...slotsDeeds]

/** The whole server but for its port: tests build the same one. */
export async function createApp(
  houseWithoutLog: Omit<House, 'log'>,
  options: { requestsPerMinute?: number; gate?: Gate } = {},
): Promise<FastifyInstance> {
  const { settings } = houseWithoutLog
  const app = Fastify({
    logger:
      settings.logLevel === 'silent'
        ? false
        : { level: settings.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'], serializers: { req: withoutQuery } },
    bodyLimit: 64 * 1024,
    trustProxy: (_address: string, hop: number) => hop < settings.trustedProxies,
    routerOptions: { maxParamLength: 2500 },
    forceCloseConnections: true,
  })
  const house: House = { ...houseWithoutLog, log: app.log }

  app.decorate('gate', options.gate ?? openGate({ atOnce: house.database.atOnce }))
  answerFailures(app)
  signAnswers(app, house)
  await securityHeaders(app, house)
  sendAwayEarly(app)
  await app.register(cookie)
  await app.register(formbody)
  readJsonBodies(app)
  // The app's own files are many at once when it is installed, and cost next to nothing: calls alone are counted.
  await app.register(rateLimit, {
    max: options.requestsPerMinute ?? 600,
    timeWindow: '1 minute',
    allowList: (request) => !request.url.startsWith('/api/'),
  })

  accountRoutes(app, house)
  machinesRoutes(app, house)
  stockRoutes(app, house)
  slotsRoutes(app, house)
  productsRoutes(app, house)
  for (const deed of deeds) serveDeed(app, house, deed)
  servePush(app, house, deeds)
  servePull(app, house)
  await systemRoutes(app, house, printSlots)

  app.all('/api/*', (_request, reply) => sendRefusal(reply, refuse('NOT_FOUND')))
  await serveWebApp(app)
  return app
}

/** Marks an answer as ours, since a hotel's login page answers too, and tells the time, so that a device knows its clock. */
function signAnswers(app: FastifyInstance, { now }: House) {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) void reply.headers({ [ANSWER_HEADER]: '1', [TIME_HEADER]: toIso(now()) })
  })
}

/** Before anything is counted or read: to send somebody away must cost next to nothing. */
function sendAwayEarly(app: FastifyInstance) {
  app.addHook('onRequest', async ({ routeOptions: { config } }) => {
    const rank = config.endpoint ? rankOf(config.endpoint) : null
    if (rank) app.gate.check(rank)
  })
}

/** Query strings may hold a token (the specification's check_token), and a file's address is its own key: no log keeps either. */
const withoutQuery = (request: { method: string; url: string; ip: string }) => ({
  method: request.method,
  path: request.url.split('?')[0]?.replace(/^(\/api\/files\/).+/, '$1…'),
  ip: request.ip,
})
