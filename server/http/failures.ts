import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalCode } from '#contract/errors.ts'
import { isTemporary } from '../db/client.ts'
import { isDiskFull } from '../disk.ts'
import type { ReportError } from './error-reports.ts'
import { securityHeadersFor, signatureFor } from './headers.ts'
import { UnreadableBody } from './json.ts'
import { TooBusy } from './load-shedding.ts'
import { refuse } from './refusal.ts'
import type { AppContext } from './request-context.ts'
import { sendRefusal } from './serve.ts'
import { isNavigation } from './web-app.ts'

const BY_STATUS: Readonly<Record<number, RefusalCode>> = {
  400: 'MALFORMED',
  // A path that leads out of the app's folder.
  403: 'NOT_FOUND',
  404: 'NOT_FOUND',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'OVERLOADED',
}

/** Returns every failure other than a handler's refusal as a problem with a code. Unexpected errors expose no details. */
export function answerFailures(app: FastifyInstance, report: ReportError = () => {}) {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof TooBusy) return sendRefusal(reply, refuse('OVERLOADED', { retryAfterSeconds: error.retryAfterSeconds }))
    const code = BY_STATUS[error.statusCode ?? 500] ?? (isClientError(error.statusCode) ? 'MALFORMED' : undefined)
    if (code) return sendRefusal(reply, refuse(code, code === 'MALFORMED' ? { detail: detailOf(error) } : {}))
    if (isDiskFull(error)) {
      if (app.disk.noteFailure()) request.log.error({ err: error }, 'the disk is full: nothing can be written until there is room again')
      return sendRefusal(reply, refuse('DISK_FULL', { retryAfterSeconds: 10 }))
    }
    if (isTemporary(error)) return sendRefusal(reply, refuse('OVERLOADED', { retryAfterSeconds: 2 }))
    request.log.error({ err: error }, 'unforeseen failure')
    report(error, `${request.method} ${request.routeOptions.url ?? ''}`)
    return sendRefusal(reply, refuse('INTERNAL'))
  })
}

const detailOf = (error: FastifyError) => (error instanceof UnreadableBody ? error.message : 'The request body could not be read.')

const isClientError = (status = 500) => status >= 400 && status < 500

/** The router calls no hook and no handler for an address that it cannot decode, so this response is built here like all others. */
export function answerUnreadable(ctx: Omit<AppContext, 'log'>) {
  const [setHeaders, signatureOf] = [securityHeadersFor(ctx), signatureFor(ctx)]
  return async (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    setHeaders(request, reply)
    void reply.headers(signatureOf(request))
    const over = await request.server.overRequestLimit(request)
    if (over) return sendRefusal(reply, over)
    // A broken link leads to the start page.
    if (isNavigation(request)) return reply.redirect('/')
    return sendRefusal(reply, refuse('MALFORMED', { detail: 'The request URL could not be read.' }))
  }
}

const STATUS_OF: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/**
 * Node calls no hook for bytes that are not an HTTP request. They are counted here, and beyond the limit the connection is closed without a
 * response.
 */
export async function answerNoRequest(app: FastifyInstance, { code = '' }: { code?: string }, socket: Socket): Promise<void> {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const over = await app.overAddressLimit(socket.remoteAddress ?? '')
  const status = STATUS_OF[code] ?? 400
  if (!over && socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
  socket.destroy()
}
