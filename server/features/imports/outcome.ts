import type { ImportCounts } from '#contract/import-preview.ts'
import type { ImportNote } from '#domain/imports.ts'
import type { Problem } from '../../files/read-rows.ts'
import type { Change } from '../../sync/feed.ts'

/** Records that an import created, except sales. `removed`: number of its sales removed so far. */
export type Created = {
  machines: number[]
  products: number[]
  slots: { machineId: number; slotNumber: string }[]
  /** Drafts of rounds, and machines that were assigned for them. */
  rounds?: number[]
  assigned?: { machineId: number; userId: number }[]
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

/** The outcome before the first row. A resumed import has already created records. */
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

/** Feed changes for devices: everything that an import created. */
export function changesOf({ machines, products, slots, assigned = [] }: Created): Change[] {
  const changed = [...new Set(slots.map(({ machineId }) => machineId))]
  return [
    ...machines.map((id): Change => ({ kind: 'machine', id })),
    ...products.map((id): Change => ({ kind: 'product', id })),
    ...assigned.map(({ machineId, userId }): Change => ({ kind: 'assignment', id: machineId, userId, removed: false })),
    ...changed.flatMap((id) => (['machine', 'slots', 'inventory'] as const).map((kind): Change => ({ kind, id }))),
  ]
}

/** Why nothing is imported: rows with problems, or none that can be imported. */
export const refusedRows = ({ refused }: { refused: number }): string =>
  refused === 0 ? 'The file has no rows to import.' : `${refused} rows cannot be imported.`
