/** The innermost cause of a failure in one line, because the database driver wraps it in the text of the statement. */
export function reasonOf(error: unknown): string {
  let cause = error
  while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause
  const text = cause instanceof Error ? cause.message : String(cause)
  const line = text.split('\n', 1)[0] ?? ''
  let end = line.length
  while (end > 0 && /[.:\s]/.test(line[end - 1] ?? '')) end--
  return line.slice(0, end) || 'the reason is not known'
}
