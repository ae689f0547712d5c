import type { FastifyInstance } from 'fastify'

/** Enough to see what led to a failure. */
const MOST = 12
/** Characters of a line. */
const LONGEST = 600

const lines: string[] = []

function remember(line: string): void {
  lines.push(line.trimEnd().slice(0, LONGEST))
  if (lines.length > MOST) lines.shift()
}

/** What servers of this process logged as an error or refused lately, for the report of a test that fails. */
export const serverLines = (): readonly string[] => lines

/** Where the server of a test writes its log. */
export const serverLog = { write: remember }

/** Remembers each answer that is no success. */
export function rememberRefusals(app: FastifyInstance): FastifyInstance {
  app.addHook('onSend', async ({ method, url }, { statusCode }, payload) => {
    if (statusCode >= 400) remember(`${method} ${url}: ${statusCode} ${typeof payload === 'string' ? payload : ''}`)
    return payload
  })
  return app
}
