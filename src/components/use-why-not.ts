import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { whyNot } from '#app/data/server-requests.ts'

/** Why an action failed, as text. `reason` distinguishes a refusal from a temporary failure. */
type WhyWords = { reason: ReturnType<typeof whyNot>['reason']; title: string; text: string }

/** Returns the text for a response, or for the error thrown by a query. */
export function useWhyNot(): (cause: unknown) => WhyWords {
  const { t } = useTranslation()
  return (cause) => {
    const why = whyNot(cause)
    if (why.reason === 'refused')
      return {
        reason: why.reason,
        title: t('whyNot.refused.title'),
        text: [
          // The texts for stored operations also say what to do with the operation.
          t(`refusals:${why.code}`, { context: 'form', defaultValue: t('refusals:UNKNOWN', { code: why.code }) }),
          ...namesIn(why.details),
        ].join(' '),
      }
    const status = 'status' in why && why.status !== null ? ` (${why.status})` : ''
    return { reason: why.reason, title: t(`whyNot.${why.reason}.title`), text: t(`whyNot.${why.reason}.text`, { status }) }
  }
}

const Lacking = v.object({ products: v.array(v.object({ name: v.string(), inWarehouse: v.number() })) })

/** The products of a refusal with their stock, if it contains them. */
function namesIn(details: unknown): string[] {
  const read = v.safeParse(Lacking, details)
  return read.success ? [`${read.output.products.map(({ name, inWarehouse }) => `${name} (${inWarehouse})`).join(', ')}.`] : []
}
