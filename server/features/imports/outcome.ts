import type { ImportCounts } from '#contract/imports.ts'
import type { ImportNote } from '#domain/imports.ts'
import type { Problem } from '../../files/read-rows.ts'
import type { Change } from '../../sync/feed.ts'

/** What an import has created besides sales. `removed`: how many of its sales were taken back so far. */
export type Created = {
  machines: number[]
  products: number[]
  slots: { machineId: number; slotNumber: string }[]
  idHead: string | null
  removed?: number
}

export type Outcome = {
  counts: ImportCounts
  rows: number
  problems: Problem[]
  problemCount: number
  notes: { note: ImportNote; count: number }[]
  unknown: { machines: string[]; products: string[] }
  badRows: string
  period: { from: string; until: string } | null
  created: Created
}

/** What there is before the first row; an import that goes on has created something already. */
export const emptyOutcome = (idHead: string | null, before: Created | null): Outcome => ({
  counts: {
    records: 0,
    new: 0,
    known: 0,
    refused: 0,
    machines: before?.machines.length ?? 0,
    products: before?.products.length ?? 0,
  },
  rows: 0,
  problems: [],
  problemCount: 0,
  notes: [],
  unknown: { machines: [], products: [] },
  badRows: '',
  period: null,
  created: { machines: [], products: [], slots: [], ...before, idHead },
})

/** What devices hear of: everything that an import has created. */
export function changesOf({ machines, products, slots }: Created): Change[] {
  const changed = [...new Set(slots.map(({ machineId }) => machineId))]
  return [
    ...machines.map((id): Change => ({ kind: 'machine', id })),
    ...products.map((id): Change => ({ kind: 'product', id })),
    ...changed.flatMap((id) => (['machine', 'slots', 'inventory'] as const).map((kind): Change => ({ kind, id }))),
  ]
}
