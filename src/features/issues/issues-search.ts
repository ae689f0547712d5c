import * as v from 'valibot'
import { PERIOD_IN_ADDRESS, said } from '#app/components/period-search.ts'
import { ISSUE_STATUSES, ISSUE_TYPES } from '#domain/issues.ts'

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** `issue`: the report whose details are open, so that it has a URL. `page` counts from 1. */
export const IssuesSearch = v.object({
  ...PERIOD_IN_ADDRESS,
  types: said(v.array(v.picklist(ISSUE_TYPES))),
  status: said(v.picklist(ISSUE_STATUSES)),
  machine: said(id),
  group: said(id),
  page: said(id),
  issue: said(v.pipe(v.string(), v.uuid())),
})
export type IssuesSearch = v.InferOutput<typeof IssuesSearch>
