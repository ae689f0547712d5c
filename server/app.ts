import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import { SECOND } from '#domain/time.ts'
import { assignMachines } from './assignments/assignments.store.ts'
import { sampleRoutes } from './demo/sample.routes.ts'
import { type Disk, watchDisk } from './disk.ts'
import type { LivePace } from './events/event-hub.ts'
import { liveRoutes } from './events/events.routes.ts'
import { print } from './exports.ts'
import { accountRoutes } from './features/account/account.routes.ts'
import { captchaRefusal } from './features/account/captcha.ts'
import { activityRoutes } from './features/activity/activity.routes.ts'
import { alertsRoutes } from './features/alerts/alerts.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { billingRoutes } from './features/billing/billing.routes.ts'
import { cashRoutes } from './features/cash/cash.routes.ts'
import { cashOperations, countOperations } from './features/cash/cash-operations.ts'
import { commissionsRoutes } from './features/commissions/commissions.routes.ts'
import { companyRoutes } from './features/company/company.routes.ts'
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts'
import { exportsRoutes } from './features/exports/exports.routes.ts'
import { withOutlooks } from './features/forecast/forecast.store.ts'
import { importsRoutes } from './features/imports/imports.routes.ts'
import { issuesRoutes } from './features/issues/issues.routes.ts'
import { problemOperations } from './features/issues/report-problem.ts'
import { keysRoutes } from './features/keys/keys.routes.ts'
import { machineOperations } from './features/machines/machine-operations.ts'
import { machinesRoutes, placesRoutes } from './features/machines/machines.routes.ts'
import { machinesById } from './features/machines/machines.store.ts'
import { moneyRoutes } from './features/money/money.routes.ts'
import { notificationsRoutes } from './features/notifications/notifications.routes.ts'
import { passesRoutes } from './features/passes/passes.routes.ts'
import { paymentsRoutes } from './features/payments/payments.routes.ts'
import { productsRoutes } from './features/products/products.routes.ts'
import { productsById } from './features/products/products.store.ts'
import { machineReportsRoutes } from './features/reports/machine-reports.routes.ts'
import { roundOperations } from './features/rounds/round-operations.ts'
import { roundsRoutes } from './features/rounds/rounds.routes.ts'
import { roundsById } from './features/rounds/rounds.store.ts'
import { mappingsRoutes } from './features/sales/mappings.routes.ts'
import { reportsRoutes } from './features/sales/reports.routes.ts'
import { salesRoutes } from './features/sales/transactions.routes.ts'
import { proposalOperations } from './features/slots/propose-product.ts'
import { slotOperations, slotsRoutes } from './features/slots/slots.routes.ts'
import { slotsRecords } from './features/slots/slots.store.ts'
import { templatesRoutes } from './features/slots/templates.routes.ts'
import { inventoryRecords } from './features/stock/inventory-records.ts'
import { reviewRoutes } from './features/stock/reviews.routes.ts'
import { stockRoutes } from './features/stock/stock.routes.ts'
import { stockOperations } from './features/stock/stock-operations.ts'
import { systemRoutes } from './features/system/system.routes.ts'
import { teamRoutes } from './features/team/team.routes.ts'
import { auditOperations } from './features/telemetry/audit-operations.ts'
import { debuggerRoutes } from './features/telemetry/debugger.routes.ts'
import { devicesRoutes, telemetryRoutes } from './features/telemetry/telemetry.routes.ts'
import { ownVans } from './features/vans/own-vans.store.ts'
import { vanOperations } from './features/vans/van-operations.ts'
import { vansRoutes } from './features/vans/vans.routes.ts'
import { viewsRoutes } from './features/views/views.routes.ts'
import { warehouseRoutes } from './features/warehouse/warehouse.routes.ts'
import { warehouseOperations } from './features/warehouse/warehouse-operations.ts'
import { webhooksRoutes } from './features/webhooks/webhooks.routes.ts'
import { appErrorRoutes } from './http/app-errors.ts'
import { answerFailures, answerNoRequest, answerUnreadable } from './http/failures.ts'
import { registerFlows } from './http/flows.ts'
import { refuseAmbiguous, securityHeaders, signatureFor } from './http/headers.ts'
import { readJsonBodies } from './http/json.ts'
import { LIMITS, type Limits, limitCalls, NO_LIMITS } from './http/limits.ts'
import { admissionFor, isServing, type LoadShedder, NO_LOAD_SHEDDING, rankOf } from './http/load-shedding.ts'
import { errorForLog, requestForLog } from './http/logs.ts'
import { measureRequests, serveMetrics, traceIdOf } from './http/metrics.ts'
import { networkOf } from './http/network.ts'
import type { AppContext } from './http/request-context.ts'
import { traceRequests } from './http/traces.ts'
import { refuseUnknownCall } from './http/unknown-calls.ts'
import { setValidationMessages } from './http/validation-messages.ts'
import { serveWebApp } from './http/web-app.ts'
import { createOperationBatcher } from './sync/operation-batcher.ts'
import { type OperationEndpoint, serveOperation, serveWarehouseOperation } from './sync/serve-operation.ts'
import { servePull } from './sync/sync.pull.ts'
import { servePush } from './sync/sync.push.ts'

declare module 'fastify' {
  interface FastifyInstance {
    disk: Disk
  }
}

/** All operations that a push may contain. */
export const operations: readonly OperationEndpoint[] = [
  ...stockOperations,
  ...slotOperations,
  ...machineOperations,
  ...cashOperations,
  ...auditOperations,
  ...problemOperations,
  ...proposalOperations,
  ...roundOperations,
]

/** The complete server without its port. Tests build the same one. */
export async function createApp(
  contextWithoutLog: Omit<AppContext, 'log'>,
  options: { limits?: Limits; gate?: LoadShedder; pace?: LivePace; logTo?: { write(line: string): void } } = {},
): Promise<FastifyInstance> {
  const { settings } = contextWithoutLog
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
    // Requests in progress are completed first.
    forceCloseConnections: 'idle',
    genReqId: traceIdOf,
    frameworkErrors: answerUnreadable(contextWithoutLog),
    clientErrorHandler: (error, socket) => void answerNoRequest(app, error, socket),
  })
  const ctx: AppContext = { ...contextWithoutLog, log: app.log, isServing: () => isServing(app.gate) }

  app.decorate('gate', options.gate ?? (settings.loadShedding ? admissionFor(ctx.database) : NO_LOAD_SHEDDING))
  app.decorate('disk', watchDisk(settings.dataDir))
  registerFlows(app)
  measureRequests(app)
  await traceRequests(app, settings)
  setValidationMessages()
  answerFailures(app, ctx.report)
  signAnswers(app, ctx)
  // Node would respond to an unknown expectation itself, bypassing all limits. A server may ignore it (RFC 9110 §10.1.1).
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  closeConnections(app)
  capConnections(app, settings, options.limits ?? (settings.rateLimits ? LIMITS : NO_LIMITS))
  securityHeaders(app, ctx)
  refuseAmbiguous(app)
  refuseEarly(app)
  await app.register(cookie)
  await app.register(formbody)
  readJsonBodies(app)
  await limitCalls(app, options.limits ?? (settings.rateLimits ? LIMITS : NO_LIMITS))

  accountRoutes(app, ctx)
  sampleRoutes(app, ctx)
  alertsRoutes(app, ctx)
  auditRoutes(app, ctx)
  billingRoutes(app, ctx)
  companyRoutes(app, ctx)
  machinesRoutes(app, ctx)
  placesRoutes(app, ctx)
  stockRoutes(app, ctx)
  reviewRoutes(app, ctx, { operations: [...operations, ...vanOperations], assign: assignMachines })
  slotsRoutes(app, ctx)
  templatesRoutes(app, ctx)
  productsRoutes(app, ctx)
  teamRoutes(app, ctx)
  mappingsRoutes(app, ctx)
  devicesRoutes(app, ctx)
  telemetryRoutes(app, ctx)
  debuggerRoutes(app, ctx)
  paymentsRoutes(app, ctx)
  issuesRoutes(app, ctx, captchaRefusal)
  notificationsRoutes(app, ctx)
  dashboardRoutes(app, ctx)
  liveRoutes(app, ctx, options.pace)
  activityRoutes(app, ctx)
  salesRoutes(app, ctx)
  cashRoutes(app, ctx)
  reportsRoutes(app, ctx)
  machineReportsRoutes(app, ctx)
  moneyRoutes(app, ctx)
  commissionsRoutes(app, ctx)
  exportsRoutes(app, ctx)
  importsRoutes(app, ctx)
  warehouseRoutes(app, ctx)
  passesRoutes(app, ctx)
  keysRoutes(app, ctx)
  webhooksRoutes(app, ctx)
  roundsRoutes(app, ctx)
  vansRoutes(app, ctx)
  viewsRoutes(app, ctx)
  const together = createOperationBatcher(ctx)
  for (const operation of operations) serveOperation(app, ctx, together, operation)
  for (const operation of [...warehouseOperations, ...countOperations, ...vanOperations]) serveWarehouseOperation(app, ctx, operation)
  servePush(app, ctx, together, [...operations, ...vanOperations])
  servePull(app, ctx, {
    machines: machinesById,
    slots: slotsRecords,
    inventory: async (db, principal, ids, now) => withOutlooks(db, principal.companyId, await inventoryRecords(db, principal, ids, now)),
    products: productsById,
    rounds: roundsById,
    vans: (db, principal, pending, now) => ownVans(ctx, db, principal, pending, now),
  })
  await systemRoutes(app, ctx, print)
  appErrorRoutes(app, ctx)

  serveMetrics(app, ctx)

  app.all('/api/*', refuseUnknownCall)
  await serveWebApp(app)
  return app
}

function signAnswers(app: FastifyInstance, ctx: AppContext) {
  const signatureOf = signatureFor(ctx)
  app.addHook('onRequest', async (request, reply) => void reply.headers(signatureOf(request)))
}

/** The time limit for a whole request, including its body. The connection ends up to 2 s later, at the next check. */
const REQUEST_TIMEOUT_MS = 27 * SECOND
const HEADERS_TIMEOUT_MS = 15 * SECOND
/** The timeout of an idle connection. It is longer than that of common proxies, which must not use a connection that is just closing. */
const IDLE_TIMEOUT_MS = 72 * SECOND

/**
 * Limits the open connections of one address, because each costs a file descriptor and memory. Behind a proxy all connections come from the
 * proxy, which has to limit them itself.
 */
function capConnections(app: FastifyInstance, { trustedProxies }: AppContext['settings'], { sockets }: Limits) {
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

/** How long a shutdown waits for a connection without a request. */
const SILENCE_MS = 500

/**
 * During a shutdown, connections are closed after their response, because keep-alive would delay it. Connections without a request, which
 * browsers open in advance, are closed too, because Node waits for their first one.
 */
function closeConnections(app: FastifyInstance) {
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

/** Runs before anything is counted or parsed, because a rejection must cost almost nothing. */
function refuseEarly(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config
    const rank = endpoint ? rankOf(endpoint) : null
    if (rank) app.gate.check(rank, app.flows.of(request))
  })
}
