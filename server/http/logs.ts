/** Query strings may hold a token (the specification's check_token), a file's address is its own key, and a card's number is money: no log keeps any. */
export const requestForLog = (request: { method: string; url: string; ip: string }) => ({
  method: request.method,
  path: request.url.split('?')[0]?.replace(/^(\/api\/(?:files|passes)\/).+/, '$1…'),
  ip: request.ip,
})

type ErrorForLog = { type: string; message: string; stack: string; cause?: ErrorForLog }

/** An error with its causes. What a statement was given stays out: it may be anybody's name, or the hash of a password. */
export function errorForLog(error: unknown, depth = 0): ErrorForLog {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutValues(String(error)), stack: '' }
  return {
    type: error.name,
    message: withoutValues(error.message),
    stack: withoutValues(error.stack ?? ''),
    ...(error.cause === undefined || depth > 5 ? {} : { cause: errorForLog(error.cause, depth + 1) }),
  }
}

/** Drizzle ends the text of a failed statement with its values, to the line where the stack begins. */
const withoutValues = (text: string) => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '\nparams: …')
