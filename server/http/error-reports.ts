import { randomUUID } from 'node:crypto'
import { SECOND } from '#domain/time.ts'
import { sqlStateOf } from '../db/client.ts'
import type { Settings } from '../settings.ts'
import { sendEnvelope } from './outbound.ts'

/** Reports per minute. The limit exists because one fault may occur in every request. */
const A_MINUTE = 30
const SHOWN_FRAMES = 30

/** Reports an error and its origin, such as a route or a job. It never throws and does not block the caller. */
export type ReportError = (error: unknown, where: string) => void

/**
 * Reports errors to the Sentry-compatible address from the settings. Reports contain the kind of error, the database's error code, the
 * location in the program and the version. Messages are not sent because they may quote user input.
 *
 * @see https://develop.sentry.dev/sdk/data-model/envelopes/
 */
export function openErrorReports({ errorReportingDsn, version }: Pick<Settings, 'errorReportingDsn' | 'version'>): ReportError {
  if (errorReportingDsn === null) return () => {}
  const dsn = new URL(errorReportingDsn)
  const [, path = '', project = ''] = /^(.*)\/(\d+)$/.exec(dsn.pathname) ?? []
  const url = `${dsn.protocol}//${dsn.host}${path}/api/${project}/envelope/`
  const auth = `Sentry sentry_version=7, sentry_key=${dsn.username}, sentry_client=roundsman/${version}`
  let begun = Number.NEGATIVE_INFINITY
  let count = 0
  return (error, where) => {
    if (performance.now() - begun > 60 * SECOND) [begun, count] = [performance.now(), 0]
    if (++count > A_MINUTE) return
    const id = randomUUID().replaceAll('-', '')
    const at = new Date().toISOString()
    const event = {
      event_id: id,
      timestamp: at,
      platform: 'node',
      level: 'error',
      release: version,
      transaction: where,
      exception: { values: chainOf(error) },
    }
    const lines = [{ event_id: id, sent_at: at }, { type: 'event' }, event].map((line) => JSON.stringify(line))
    void sendEnvelope(url, auth, `${lines.join('\n')}\n`)
  }
}

/** An error with its causes, the innermost first. */
function chainOf(error: unknown, depth = 0): { type: string; value: string; stacktrace: { frames: Frame[] } }[] {
  if (!(error instanceof Error)) return [{ type: typeof error, value: '', stacktrace: { frames: [] } }]
  const causes = error.cause === undefined || depth > 5 ? [] : chainOf(error.cause, depth + 1)
  const code =
    'code' in error && typeof error.code === 'string' && /^[A-Z\d_]{2,40}$/.test(error.code) ? error.code : (sqlStateOf(error) ?? '')
  return [...causes, { type: error.name, value: code, stacktrace: { frames: framesIn(error.stack ?? '') } }]
}

type Frame = { function: string; filename: string; lineno: number }

/** Stack frames, the outermost first. Paths are relative to the program's folder, because the path above it may contain a person's name. */
function framesIn(stack: string): Frame[] {
  const frames = [...stack.matchAll(/^ {4}at (?:(.+?) \()?(?:file:\/\/)?([^()\n]+?):(\d+):\d+\)?$/gm)].map(
    ([, name = '?', file = '', line]) => ({
      function: name,
      filename: file.replace(/^.*\/(?=(?:node_modules|server|domain|contract|dist)\/)/, '').replace(/^\/.*\//, ''),
      lineno: Number(line),
    }),
  )
  return frames.slice(0, SHOWN_FRAMES).reverse()
}
