import { ErrorState } from '#app/ui/ErrorState.tsx'
import { useWhyNot } from './use-why-not.ts'

/** Shown instead of data that failed to load: the reason, and a retry. */
export function QueryError({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { title, text } = useWhyNot()(error)
  return <ErrorState title={title} text={text} onRetry={onRetry} />
}
