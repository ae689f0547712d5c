import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsking } from '#app/components/use-asking.ts'
import { toastError } from '#app/ui/toasts.ts'
import type { OperationId } from '#domain/ids.ts'
import type { Answer } from '#offline/sync-calls.ts'

/** Changes cards; retries count once. A refused change gets a new key. A failure shows a toast, and its reason in `trouble`. */
export function usePassOperation(failed?: string) {
  const { t } = useTranslation('machines')
  const client = useQueryClient()
  const { isBusy, trouble, ask } = useAsking()
  const [key, setKey] = useState<OperationId>(() => crypto.randomUUID())
  const isRunning = useRef(false)
  const renew = () => setKey(crypto.randomUUID())
  const run = async <T>(operation: (key: OperationId) => Promise<Answer<T>>): Promise<T | null> => {
    if (isRunning.current) return null
    isRunning.current = true
    const done = await ask(() => operation(key), renew).finally(() => {
      isRunning.current = false
    })
    if (done) renew()
    else toastError(failed ?? t('operationFailed'))
    // The list may contain the refused change.
    void client.invalidateQueries({ queryKey: ['passes'] })
    return done
  }
  return { isBusy, trouble, run }
}
