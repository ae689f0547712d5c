import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalCode } from '#contract/errors.ts'
import { passesByItself } from '../database/database.ts'
import type { House } from './caller.ts'
import { TooBusy } from './gate.ts'
import { headersFor, signatureFor } from './headers.ts'
import { refuse } from './refusal.ts'
import { sendRefusal } from './serve.ts'
import { isNavigation } from './web-app.ts'

const BY_STATUS: Readonly<Record<number, RefusalCode>> = {
  400: 'MALFORMED',
  404: 'NOT_FOUND',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'OVERLOADED',
}

/** Everything that goes wrong outside a handler's own refusals, as a problem with a code; an unforeseen one never shows its inside. */
export function answerFailures(app: FastifyInstance) {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof TooBusy) return sendRefusal(reply, refuse('OVERLOADED', { retryAfterSeconds: error.retryAfterSeconds }))
    const code = BY_STATUS[error.statusCode ?? 500]
    if (code) return sendRefusal(reply, refuse(code, code === 'MALFORMED' ? { detail: 'The body cannot be read.' } : {}))
    if (passesByItself(error)) return sendRefusal(reply, refuse('OVERLOADED', { retryAfterSeconds: 2 }))
    request.log.error({ err: error }, 'unforeseen failure')
    return sendRefusal(reply, refuse('INTERNAL'))
  })
}

/** An address that the router cannot read comes to no hook and no handler; its answer is like every other. */
export function answerUnreadable(house: Omit<House, 'log'>) {
  const [headersOf, signatureOf] = [headersFor(house), signatureFor(house)]
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    void reply.headers({ ...headersOf(request), ...signatureOf(request) })
    // Whoever follows a broken link begins at the beginning.
    if (isNavigation(request)) return reply.redirect('/')
    sendRefusal(reply, refuse('MALFORMED', { detail: 'The address cannot be read.' }))
  }
}
