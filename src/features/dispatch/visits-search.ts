import * as v from 'valibot'
import { PERIOD_IN_ADDRESS } from '#app/components/period-search.ts'
import { searchParam } from '#app/data/search-param.ts'

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** The filters in the URL. `page` counts from 1. */
export const VisitsSearch = v.object({
  ...PERIOD_IN_ADDRESS,
  person: searchParam(v.pipe(id, v.maxValue(2 ** 31 - 1))),
  machine: searchParam(id),
  page: searchParam(v.pipe(id, v.maxValue(100_000))),
})
export type VisitsSearch = v.InferOutput<typeof VisitsSearch>
