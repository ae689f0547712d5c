import { useRef, useState } from 'react'
import type { Answer } from '#offline/sync-calls.ts'
import { useWhyNot } from './use-why-not.ts'

/** Sends a request that cannot wait, and provides an error text if it fails. */
export function useAsking() {
  const why = useWhyNot()
  const [isBusy, setBusy] = useState(false)
  // A double tap may occur before the next render.
  const isAsking = useRef(false)
  const [trouble, setTrouble] = useState<string | null>(null)

  /** The response; null if it was refused, failed, or is still in progress. */
  const ask = async <T>(asked: () => Promise<Answer<T>>, onRefused?: () => void): Promise<T | null> => {
    if (isAsking.current) return null
    isAsking.current = true
    setBusy(true)
    setTrouble(null)
    const answer = await asked()
      .catch((error: unknown) => {
        // An error of the app: without a message the user would wait for nothing.
        console.error(error)
        setTrouble(why(error).text)
        return null
      })
      .finally(() => {
        isAsking.current = false
        setBusy(false)
      })
    if (answer === null) return null
    if (answer.state === 'answered') return answer.value
    setTrouble(why(answer).text)
    if (answer.state === 'refused') onRefused?.()
    return null
  }
  return { isBusy, trouble, ask }
}
