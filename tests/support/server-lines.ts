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

/** Recent errors and rejected requests of this process's servers, for the report of a failing test. */
export const serverLines = (): readonly string[] => lines

/** The log destination of a test's server. */
export const serverLog = { write: remember }

/** Records each error response. */
export function rememberRefusals(app: FastifyInstance): FastifyInstance {
  app.addHook('onSend', async ({ method, url }, { statusCode }, payload) => {
    if (statusCode >= 400) remember(`${method} ${url}: ${statusCode} ${typeof payload === 'string' ? payload : ''}`)
    return payload
  })
  return app
}

const violations = new Set<string>()

/** Records that a response of a server in this process broke its contract. */
export const noteViolation = (violation: string): void => void violations.add(violation)

/** The violations since the last call. */
export function takeViolations(): string[] {
  const found = [...violations]
  violations.clear()
  return found
}
