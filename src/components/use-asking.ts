import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import type { Answer } from '#offline/sync-calls.ts'
import { useWhyNot } from './use-why-not.ts'

/** Asks the server for something that cannot wait, and tells in a sentence why it came to nothing. */
export function useAsking() {
  const { t: refusals } = useTranslation('refusals')
  const why = useWhyNot()
  const [isBusy, setBusy] = useState(false)
  // Two taps of a trembling finger come before the screen is drawn again.
  const isAsking = useRef(false)
  const [trouble, setTrouble] = useState<string | null>(null)

  /** What the server said; null where it said no, or nothing, or is still being asked. */
  const ask = async <T>(asked: () => Promise<Answer<T>>, onRefused?: () => void): Promise<T | null> => {
    if (isAsking.current) return null
    isAsking.current = true
    setBusy(true)
    setTrouble(null)
    const answer = await asked()
      .catch((error: unknown) => {
        // A fault of the app: without words the person would wait for nothing.
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
    setTrouble(
      answer.state === 'refused'
        ? [refusals(answer.code, { defaultValue: refusals('UNKNOWN', { code: answer.code }) }), ...namesIn(answer.details)].join(' ')
        : why(answer).text,
    )
    if (answer.state === 'refused') onRefused?.()
    return null
  }
  return { isBusy, trouble, ask }
}

const Lacking = v.object({ products: v.array(v.object({ name: v.string(), inWarehouse: v.number() })) })

/** Which products a refusal is about, where it says so: with how much of each there is. */
function namesIn(details: unknown): string[] {
  const read = v.safeParse(Lacking, details)
  return read.success ? [`${read.output.products.map(({ name, inWarehouse }) => `${name} (${inWarehouse})`).join(', ')}.`] : []
}
