import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#offline/sync-calls.ts'

/** Asks the server for something that cannot wait, and tells in a sentence why it came to nothing. */
export function useAsking() {
  const { t } = useTranslation('machines')
  const { t: refusals } = useTranslation('refusals')
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)

  /** What the server said; null where it said no, or nothing. */
  const ask = async <T>(asked: () => Promise<Answer<T>>): Promise<T | null> => {
    setBusy(true)
    setTrouble(null)
    const answer = await asked()
    setBusy(false)
    if (answer.state === 'answered') return answer.value
    setTrouble(
      answer.state === 'refused'
        ? refusals(answer.code, { defaultValue: refusals('UNKNOWN', { code: answer.code }) })
        : t('trouble.onlineOnly'),
    )
    return null
  }
  return { isBusy, trouble, ask }
}
