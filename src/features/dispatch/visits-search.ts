import * as v from 'valibot'
import { PERIOD_IN_ADDRESS, said } from '#app/components/period-search.ts'

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** The filters in the URL. `page` counts from 1. */
export const VisitsSearch = v.object({
  ...PERIOD_IN_ADDRESS,
  person: said(v.pipe(id, v.maxValue(2 ** 31 - 1))),
  machine: said(id),
  page: said(v.pipe(id, v.maxValue(100_000))),
})
export type VisitsSearch = v.InferOutput<typeof VisitsSearch>
