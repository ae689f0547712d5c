import { mutationOptions } from '@tanstack/react-query'
import { reviewItems } from '#app/data/reviews.ts'
import { answered, type Keyed, keyed, NotAnswered } from '#app/data/server-requests.ts'
import { type Decision, decideReviewItem } from '#contract/reviews.ts'
import { call } from '#offline/api-client.ts'

/** Sends one decision for several items. Items that another user has decided in the meantime are skipped; if all were, it fails. */
export const decideAll = mutationOptions({
  mutationFn: async ({ items, decision }: { items: readonly Keyed<{ id: number }>[]; decision: Decision }, { client }) => {
    let isAnyApplied = false
    let refusal: unknown = null
    for (const { id, key } of items)
      try {
        await answered(call(decideReviewItem, { params: { id: String(id) }, body: { decision } }, keyed(key)))
        isAnyApplied = true
      } catch (error) {
        if (!(error instanceof NotAnswered) || error.code !== 'ALREADY_DECIDED') throw error
        refusal = error
      }
    if (!isAnyApplied) throw refusal
    void client.invalidateQueries({ queryKey: reviewItems().queryKey })
  },
})
