import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import { SECOND } from '#domain/time.ts'
import { type Disk, watchDisk } from './disk.ts'
import { accountRoutes } from './features/account/account.routes.ts'
import { captchaRefusal } from './features/account/captcha.ts'
import { networkOf } from './features/account/guessing.ts'
import { activityRoutes } from './features/activity/activity.routes.ts'
import { alertsRoutes } from './features/alerts/alerts.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { billingRoutes } from './features/billing/billing.routes.ts'
import { cashRoutes } from './features/cash/cash.routes.ts'
import { companyRoutes } from './features/company/company.routes.ts'
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts'
import { exportsRoutes } from './features/exports/exports.routes.ts'
import { importsRoutes } from './features/imports/imports.routes.ts'
import { issuesRoutes } from './features/issues/issues.routes.ts'
import { keysRoutes } from './features/keys/keys.routes.ts'
import { machineDeeds } from './features/machines/machine-deeds.ts'
import { machinesRoutes } from './features/machines/machines.routes.ts'
import { placesRoutes } from './features/machines/places.routes.ts'
import { notificationsRoutes } from './features/notifications/notifications.routes.ts'
import { passesRoutes } from './features/passes/passes.routes.ts'
import { paymentsRoutes } from './features/payments/payments.routes.ts'
import { productsRoutes } from './features/products/products.routes.ts'
import { machineReportsRoutes } from './features/reports/machine-reports.routes.ts'
import { mappingsRoutes } from './features/sales/mappings.routes.ts'
import { reportsRoutes } from './features/sales/reports.routes.ts'
import { salesRoutes } from './features/sales/transactions.routes.ts'
import { slotsDeeds, slotsRoutes } from './features/slots/slots.routes.ts'
import { reviewRoutes } from './features/stock/reviews.routes.ts'
import { stockRoutes } from './features/stock/stock.routes.ts'
import { stockDeeds } from './features/stock/stock-deeds.ts'
import { systemRoutes } from './features/system/system.routes.ts'
import { give } from './features/team/servicemen.store.ts'
import { teamRoutes } from './features/team/team.routes.ts'
import { auditDeeds } from './features/telemetry/audit-deeds.ts'
import { debuggerRoutes } from './features/telemetry/debugger.routes.ts'
import { devicesRoutes, telemetryRoutes } from './features/telemetry/telemetry.routes.ts'
import { warehouseRoutes } from './features/warehouse/warehouse.routes.ts'
import { warehouseDeeds } from './features/warehouse/warehouse-deeds.ts'
import { webhooksRoutes } from './features/webhooks/webhooks.routes.ts'
import { print } from './files/print.ts'
import type { House } from './http/caller.ts'
import { answerFailures, answerNoRequest, answerUnreadable } from './http/failures.ts'
import { knowFlows } from './http/flows.ts'
import { type Gate, gateFor, OPEN_GATE, rankOf } from './http/gate.ts'
import { refuseAmbiguous, securityHeaders, signatureFor } from './http/headers.ts'
import { readJsonBodies } from './http/json.ts'
import { LIMITS, type Limits, limitCalls, NO_LIMITS } from './http/limits.ts'
import { errorForLog, requestForLog } from './http/logs.ts'
import { measureRequests, serveMetrics, traceIdOf } from './http/metrics.ts'
import { refuse } from './http/refusal.ts'
import { sendRefusal } from './http/serve.ts'
import { traceRequests } from './http/traces.ts'
import { serveWebApp } from './http/web-app.ts'
import { liveRoutes } from './live/live.routes.ts'
import type { LivePace } from './live/live-hub.ts'
import { type Deed, serveDeed, serveWarehouseDeed } from './sync/plain-call.ts'
import { servePull } from './sync/sync.pull.ts'
import { servePush } from './sync/sync.push.ts'
import { openTogether } from './sync/together.ts'

declare module 'fastify' {
  interface FastifyInstance {
    disk: Disk
  }
}

/** Everything that a push may carry. */
export const deeds: readonly Deed[] = [...stockDeeds, ...slotsDeeds, ...machineDeeds, ...auditDeeds]

/** The whole server but for its port: tests build the same one. */
export async function createApp(
  houseWithoutLog: Omit<House, 'log'>,
  options: { limits?: Limits; gate?: Gate; pace?: LivePace; logTo?: { write(line: string): void } } = {},
): Promise<FastifyInstance> {
  const { settings } = houseWithoutLog
  const app: FastifyInstance = Fastify({
    logger:
      settings.logLevel === 'silent'
        ? false
        : {
            level: settings.logLevel,
            serializers: { req: requestForLog, err: errorForLog },
            ...(options.logTo ? { stream: options.logTo } : {}),
          },
    bodyLimit: 64 * 1024,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: IDLE_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 2 * SECOND },
    trustProxy: (_address: string, hop: number) => hop < settings.trustedProxies,
    routerOptions: { maxParamLength: 2500 },
    // Those at work have their answer first.
    forceCloseConnections: 'idle',
    genReqId: traceIdOf,
    frameworkErrors: answerUnreadable(houseWithoutLog),
    clientErrorHandler: (error, socket) => void answerNoRequest(app, error, socket),
  })
  const house: House = { ...houseWithoutLog, log: app.log }

  app.decorate('gate', options.gate ?? (settings.loadShedding ? gateFor(house.database) : OPEN_GATE))
  app.decorate('disk', watchDisk(settings.dataDir))
  knowFlows(app)
  measureRequests(app)
  await traceRequests(app, settings)
  answerFailures(app, house.report)
  signAnswers(app, house)
  // Node would answer an unknown expectation itself, past every limit. A server may ignore it (RFC 9110 §10.1.1).
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  letConnectionsGo(app)
  capConnections(app, settings, options.limits ?? (settings.rateLimits ? LIMITS : NO_LIMITS))
  await securityHeaders(app, house)
  refuseAmbiguous(app)
  sendAwayEarly(app)
  await app.register(cookie)
  await app.register(formbody)
  readJsonBodies(app)
  await limitCalls(app, options.limits ?? (settings.rateLimits ? LIMITS : NO_LIMITS))

  accountRoutes(app, house)
  alertsRoutes(app, house)
  auditRoutes(app, house)
  billingRoutes(app, house)
  companyRoutes(app, house)
  machinesRoutes(app, house)
  placesRoutes(app, house)
  stockRoutes(app, house)
  reviewRoutes(app, house, { deeds, assign: give })
  slotsRoutes(app, house)
  productsRoutes(app, house)
  teamRoutes(app, house)
  mappingsRoutes(app, house)
  devicesRoutes(app, house)
  telemetryRoutes(app, house)
  debuggerRoutes(app, house)
  paymentsRoutes(app, house)
  issuesRoutes(app, house, captchaRefusal)
  notificationsRoutes(app, house)
  dashboardRoutes(app, house)
  liveRoutes(app, house, options.pace)
  activityRoutes(app, house)
  salesRoutes(app, house)
  cashRoutes(app, house)
  reportsRoutes(app, house)
  machineReportsRoutes(app, house)
  exportsRoutes(app, house)
  importsRoutes(app, house)
  warehouseRoutes(app, house)
  passesRoutes(app, house)
  keysRoutes(app, house)
  webhooksRoutes(app, house)
  const together = openTogether(house)
  for (const deed of deeds) serveDeed(app, house, together, deed)
  for (const deed of warehouseDeeds) serveWarehouseDeed(app, house, deed)
  servePush(app, house, together, deeds)
  servePull(app, house)
  await systemRoutes(app, house, print)

  serveMetrics(app, house)

  app.all('/api/*', (_request, reply) => sendRefusal(reply, refuse('NOT_FOUND')))
  await serveWebApp(app)
  return app
}

function signAnswers(app: FastifyInstance, house: House) {
  const signatureOf = signatureFor(house)
  app.addHook('onRequest', async (request, reply) => void reply.headers(signatureOf(request)))
}

/** A whole request, its body included, has to arrive within this time; the connection ends a check of 2 s later at most. */
const REQUEST_TIMEOUT_MS = 27 * SECOND
const HEADERS_TIMEOUT_MS = 15 * SECOND
/** A connection without a request. Longer than the idle time of usual proxies, which must not meet a connection that is just ending. */
const IDLE_TIMEOUT_MS = 72 * SECOND

/**
 * Limits the open connections of one address, because each costs a file descriptor and memory. Behind a proxy all connections come from
 * the proxy, which has to limit them itself.
 */
function capConnections(app: FastifyInstance, { trustedProxies }: House['settings'], { sockets }: Limits) {
  if (trustedProxies > 0) return
  const open = new Map<string, number>()
  app.server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = (open.get(network) ?? 0) + 1
    if (count > sockets) {
      socket.destroy()
      return
    }
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}

/** How long a connection that has not asked anything is waited for once the server is leaving. */
const SILENCE_MS = 500

/**
 * Once the server is leaving, a connection ends with its answer: kept open for more, it would hold the server up. So
 * would one that never asked anything, as browsers open them in advance: Node waits for its first question.
 */
function letConnectionsGo(app: FastifyInstance) {
  let isLeaving = false
  const connections = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  app.addHook('preClose', async () => {
    isLeaving = true
    setTimeout(() => {
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    }, SILENCE_MS).unref()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isLeaving) void reply.header('connection', 'close')
  })
}

/** Before anything is counted or read: to send somebody away must cost next to nothing. */
function sendAwayEarly(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config
    const rank = endpoint ? rankOf(endpoint) : null
    if (rank) app.gate.check(rank, app.flows.of(request))
  })
}
