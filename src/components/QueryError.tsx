import { ErrorState } from '#app/ui/ErrorState.tsx'
import { useWhyNot } from './use-why-not.ts'

/** Shown in place of what the server did not answer: the reason, and the way to try again. */
export function QueryError({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { title, text } = useWhyNot()(error)
  return <ErrorState title={title} text={text} onRetry={onRetry} />
}
