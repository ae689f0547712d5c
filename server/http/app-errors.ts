import type { FastifyInstance } from 'fastify'
import { type AppError, reportAppErrors } from '#contract/app-errors.ts'
import { MINUTE } from '#domain/time.ts'
import type { AppContext } from './request-context.ts'
import { servePublic } from './serve.ts'

/** Errors per minute that are written in all, because unauthenticated requests could fill the log otherwise. */
const A_MINUTE = 60

/** Writes errors of the app to the log and reports them like the server's own. Those beyond the limit are counted. */
export function appErrorRoutes(app: FastifyInstance, ctx: AppContext) {
  let begun = Number.NEGATIVE_INFINITY
  let written = 0
  let omitted = 0
  servePublic(app, ctx, reportAppErrors, async ({ body }) => {
    if (ctx.now() - begun >= MINUTE || ctx.now() < begun) {
      if (omitted > 0) app.log.error({ omitted }, 'errors of the app were omitted')
      ;[begun, written, omitted] = [ctx.now(), 0, 0]
    }
    for (const appError of body.errors) {
      if (written++ >= A_MINUTE) omitted += 1
      else {
        app.log.error({ appError }, 'error in the app')
        ctx.report?.(withFrames(appError), `app ${appError.version} ${appError.route}`)
      }
    }
    return {}
  })
}

/** The error in the form of one of this process. */
function withFrames({ name, frames }: AppError): Error {
  const stack = frames.map(({ function: called, file, line, column }) => `    at ${called || '?'} (${file}:${line}:${column})`)
  return Object.assign(new Error(), { name, stack: stack.join('\n') })
}
