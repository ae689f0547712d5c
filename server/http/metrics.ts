import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jobStates } from '../jobs/jobs.store.ts'
import { mailsWaiting } from '../mail/mail.store.ts'
import { namesLoopback } from '../public-address.ts'
import { refuse } from './refusal.ts'
import type { AppContext } from './request-context.ts'
import { sendRefusal } from './serve.ts'

const METRICS_PATH = '/api/metrics'

/** Upper bounds of the histogram, in seconds. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

type Measured = { counts: number[]; sum: number; total: number; byStatus: Map<number, number> }

declare module 'fastify' {
  interface FastifyInstance {
    /** Requests since the start, by method and route. Paths are not used because they may contain card numbers and are unbounded. */
    measured: Map<string, Measured>
  }
}

/** The trace of a request (W3C Trace Context), or a new one. It is the request id in the log. */
export const traceIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
  /^00-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/.exec(String(headers.traceparent))?.[1] ?? randomBytes(16).toString('hex')

/** Counts and times every response, and adds the duration and the trace to its headers. */
export function measureRequests(app: FastifyInstance) {
  app.decorate('measured', new Map())
  app.addHook('onSend', async (request, reply) => {
    void reply.header('server-timing', `total;dur=${reply.elapsedTime.toFixed(1)}, trace;desc="${request.id}"`)
  })
  app.addHook('onResponse', async ({ method, routeOptions: { url = 'none' } }, { statusCode, elapsedTime }) => {
    const key = `method="${method}",route="${url}"`
    const measured = app.measured.get(key) ?? { counts: BUCKETS.map(() => 0), sum: 0, total: 0, byStatus: new Map() }
    app.measured.set(key, measured)
    const seconds = elapsedTime / 1000
    BUCKETS.forEach((bound, index) => {
      if (seconds <= bound) measured.counts[index] = (measured.counts[index] ?? 0) + 1
    })
    measured.sum += seconds
    measured.total++
    measured.byStatus.set(statusCode, (measured.byStatus.get(statusCode) ?? 0) + 1)
  })
}

/** Metrics in the text format of Prometheus, for this machine or with METRICS_TOKEN. */
export function serveMetrics(app: FastifyInstance, ctx: AppContext) {
  const lag = monitorEventLoopDelay({ resolution: 20 })
  lag.enable()
  app.addHook('onClose', async () => void lag.disable())
  app.get(METRICS_PATH, async (request, reply) => {
    if (!mayRead(ctx, request)) return sendRefusal(reply, refuse('NOT_FOUND'))
    const lines = [...ofRequests(app), ...ofProcess(app, lag.percentile(99) / 1e9), ...(await ofDatabase(ctx)), ...(await ofDisk(app))]
    lag.reset()
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}

/**
 * A request that a local proxy forwards also comes from this machine but originates elsewhere, and so does one from a page with DNS
 * rebinding. The Host header distinguishes them.
 */
function mayRead({ settings: { metricsToken } }: AppContext, { headers, ip, hostname }: FastifyRequest): boolean {
  if (metricsToken !== null) {
    const [given, right] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${metricsToken}`)]
    return given.length === right.length && timingSafeEqual(given, right)
  }
  const address = ip.replace(/^::ffff:/i, '')
  const isHere = address === '::1' || (isIPv4(address) && address.startsWith('127.'))
  return isHere && namesLoopback(hostname) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined
}

const metric = (name: string, type: 'counter' | 'gauge' | 'histogram', help: string, samples: readonly string[]) => [
  `# HELP roundsman_${name} ${help}`,
  `# TYPE roundsman_${name} ${type}`,
  ...samples.map((sample) => `roundsman_${name}${sample}`),
]

function ofRequests({ measured }: FastifyInstance): string[] {
  const all = [...measured]
  return [
    ...metric(
      'http_requests_total',
      'counter',
      'Answers, by method, route and status.',
      all.flatMap(([key, { byStatus }]) => [...byStatus].map(([status, count]) => `{${key},status="${status}"} ${count}`)),
    ),
    ...metric(
      'http_request_duration_seconds',
      'histogram',
      'Time to answer.',
      all.flatMap(([key, { counts, sum, total }]) => [
        ...BUCKETS.map((bound, index) => `_bucket{${key},le="${bound}"} ${counts[index]}`),
        `_bucket{${key},le="+Inf"} ${total}`,
        `_sum{${key}} ${sum.toFixed(6)}`,
        `_count{${key}} ${total}`,
      ]),
    ),
  ]
}

function ofProcess({ gate }: FastifyInstance, lagSeconds: number): string[] {
  const { user, system } = process.cpuUsage()
  const { working, waiting, sentAway } = gate.state()
  return [
    ...metric('process_cpu_seconds_total', 'counter', 'Processor time of the server.', [` ${(user + system) / 1e6}`]),
    ...metric('process_resident_memory_bytes', 'gauge', 'Memory of the server.', [` ${process.memoryUsage.rss()}`]),
    ...metric('process_uptime_seconds', 'gauge', 'Time since the start.', [` ${process.uptime().toFixed(0)}`]),
    ...metric('event_loop_lag_seconds', 'gauge', 'How long the event loop was blocked, 99th percentile since the last reading.', [
      ` ${Number.isFinite(lagSeconds) ? lagSeconds.toFixed(6) : 0}`,
    ]),
    ...metric('gate_requests', 'gauge', 'Running and waiting requests.', [`{state="working"} ${working}`, `{state="waiting"} ${waiting}`]),
    ...metric('gate_refused_total', 'counter', 'Requests that were refused with 503 because they would have waited too long.', [
      ` ${sentAway}`,
    ]),
  ]
}

async function ofDatabase({ database, now }: AppContext): Promise<string[]> {
  const replica = ofReplica(database)
  const found = await database.asSystem(async (db) => ({ jobs: await jobStates(db), mails: await mailsWaiting(db) })).catch(() => null)
  const up = metric('database_up', 'gauge', 'Whether the database responds.', [` ${found ? 1 : 0}`])
  if (!found) return [...up, ...replica]
  const { jobs, mails } = found
  return [
    ...up,
    ...replica,
    ...metric(
      'job_seconds_since_start',
      'gauge',
      'Time since a job began; below zero where the clock went back.',
      jobs.map(({ name, startedAt }) => `{job="${name}"} ${((now() - startedAt) / 1000).toFixed(0)}`),
    ),
    ...metric(
      'job_period_seconds',
      'gauge',
      'The interval of a job.',
      jobs.flatMap(({ name, everyMs }) => (everyMs === null ? [] : [`{job="${name}"} ${everyMs / 1000}`])),
    ),
    ...metric(
      'job_troubled',
      'gauge',
      'Whether the last run of a job failed or found a problem that needs attention.',
      jobs.map(({ name, outcome }) => `{job="${name}"} ${outcome === null || outcome === 'well' ? 0 : 1}`),
    ),
    ...metric('mails', 'gauge', 'Pending mails, and those that failed in every try.', [
      `{state="waiting"} ${mails.waiting}`,
      `{state="given_up"} ${mails.givenUp}`,
    ]),
  ]
}

function ofReplica({ replica }: AppContext['database']): string[] {
  if (!replica) return []
  const { isUnavailable, lagSeconds, answered, passedOn } = replica.state()
  return [
    ...metric('replica_up', 'gauge', 'Whether the replica responds.', [` ${isUnavailable ? 0 : 1}`]),
    ...metric('replica_lag_seconds', 'gauge', 'How far the replica was behind at the last report.', [` ${lagSeconds.toFixed(3)}`]),
    ...metric('replica_reads_total', 'counter', 'Reports, by the server that answered.', [
      `{server="replica"} ${answered}`,
      `{server="primary"} ${passedOn}`,
    ]),
  ]
}

const ofDisk = async ({ disk }: FastifyInstance) =>
  metric('disk_full', 'gauge', 'Whether the disk is full.', [` ${(await disk.isFull()) ? 1 : 0}`])
