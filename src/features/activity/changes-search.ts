import * as v from 'valibot'
import { PERIOD_IN_ADDRESS, said } from '#app/components/period-search.ts'
import { AUDIT_KINDS } from '#domain/audit.ts'

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** The filters in the URL. `page` counts from 1. */
export const AllChangesSearch = v.object({
  ...PERIOD_IN_ADDRESS,
  kind: said(v.picklist(AUDIT_KINDS)),
  person: said(v.pipe(id, v.maxValue(2 ** 31 - 1))),
  machine: said(id),
  slot: said(id),
  page: said(v.pipe(id, v.maxValue(100_000))),
})
export type AllChangesSearch = v.InferOutput<typeof AllChangesSearch>
