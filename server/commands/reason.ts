/** The innermost cause of a failure in one line: the driver of the database wraps it in the text of the statement. */
export function reasonOf(error: unknown): string {
  let cause = error
  while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause
  const text = cause instanceof Error ? cause.message : String(cause)
  return text.split('\n')[0]?.replace(/[.:\s]+$/, '') || 'the reason is not known'
}
