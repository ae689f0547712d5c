import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAsking } from '#app/components/use-asking.ts'
import type { OperationId } from '#domain/ids.ts'
import type { Answer } from '#offline/sync-calls.ts'

/** Does something to cards, once however often it is tried; what was refused is another deed the next time. */
export function usePassDeed() {
  const client = useQueryClient()
  const { isBusy, trouble, ask } = useAsking()
  const [key, setKey] = useState<OperationId>(() => crypto.randomUUID())
  const renew = () => setKey(crypto.randomUUID())
  const run = async <T>(deed: (key: OperationId) => Promise<Answer<T>>): Promise<T | null> => {
    const done = await ask(() => deed(key), renew)
    if (done) renew()
    // What stands in the list may be what was refused.
    void client.invalidateQueries({ queryKey: ['passes'] })
    return done
  }
  return { isBusy, trouble, run }
}
