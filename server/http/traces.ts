import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'

/** Also limits how long the shutdown waits for an unresponsive collector. */
const COLLECTOR_TIMEOUT_MS = 2_000

const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

/**
 * Exports one span per request to an OpenTelemetry collector (OTLP over HTTP) if `TRACES_URL` is set. The trace id is the request id of the
 * log. Spans contain method, route and status, never an address, because addresses contain names and codes. An unresponsive collector does
 * not affect requests: spans wait in a bounded queue and are dropped.
 *
 * The packages are loaded only when traces are exported, because loading takes a quarter of a second.
 */
export async function traceRequests(app: FastifyInstance, { tracesUrl, version }: Pick<Settings, 'tracesUrl' | 'version'>): Promise<void> {
  if (tracesUrl === null) return
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  let traceId = ''
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'roundsman', 'service.version': version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
    idGenerator: { generateTraceId: () => traceId, generateSpanId: () => randomBytes(8).toString('hex') },
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url: tracesUrl, timeoutMillis: COLLECTOR_TIMEOUT_MS }))],
  })
  const tracer = provider.getTracer('roundsman')

  /** The caller's span, from the `traceparent` header. */
  const parentOf = ({ headers: { traceparent } }: FastifyRequest) => {
    const [, id, spanId, flags] = TRACEPARENT.exec(String(traceparent)) ?? []
    if (!id || !spanId || !flags) return ROOT_CONTEXT
    return trace.setSpanContext(ROOT_CONTEXT, { traceId: id, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true })
  }

  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    const endTime = Date.now()
    traceId = String(request.id)
    const span = tracer.startSpan(
      `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        startTime: endTime - elapsedTime,
        attributes: { 'http.request.method': method, 'http.route': route, 'http.response.status_code': statusCode },
      },
      parentOf(request),
    )
    if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(endTime)
  })
  app.addHook('onClose', async () => {
    await provider.shutdown().catch(() => {})
  })
}
