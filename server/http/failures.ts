import type { FastifyError, FastifyInstance } from 'fastify'
import type { RefusalCode } from '#contract/errors.ts'
import { DatabaseAway, sqlStateOf } from '../database/database.ts'
import { TooBusy } from './gate.ts'
import { refuse } from './refusal.ts'
import { sendRefusal } from './serve.ts'

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
    // The database is away or overcome: it passes, and the same request may come again.
    if (error instanceof DatabaseAway || /^(57P0|08|53|40|55P03)/.test(sqlStateOf(error) ?? ''))
      return sendRefusal(reply, refuse('OVERLOADED', { retryAfterSeconds: 2 }))
    request.log.error({ err: error }, 'unforeseen failure')
    return sendRefusal(reply, refuse('INTERNAL'))
  })
}
