/**
 * Query strings may contain a token (check_token of the specification), the address of a file is its key, and card numbers are worth money,
 * so the log contains none of them.
 */
export const requestForLog = (request: { method: string; url: string; ip: string }) => ({
  method: request.method,
  path: request.url.split('?')[0]?.replace(/^(\/api\/(?:files|passes)\/).+/, '$1…'),
  ip: request.ip,
})

type ErrorForLog = { type: string; message: string; stack: string; cause?: ErrorForLog }

/** An error with its causes, without statement parameters, because they may be names or password hashes. */
export function errorForLog(error: unknown, depth = 0): ErrorForLog {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutValues(String(error)), stack: '' }
  return {
    type: error.name,
    message: withoutValues(error.message),
    stack: withoutValues(error.stack ?? ''),
    ...(error.cause === undefined || depth > 5 ? {} : { cause: errorForLog(error.cause, depth + 1) }),
  }
}

/** Drizzle appends the parameters to the message of a failed statement, up to the line where the stack begins. */
const withoutValues = (text: string) => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '\nparams: …')
