import * as v from 'valibot'
import { type Known, undoneBy } from '#app/data/outbox-view.ts'
import { Collection } from '#contract/collections.ts'
import { NoteText } from '#contract/machine-operations.ts'
import { Problem, Proposal } from '#contract/problems.ts'
import type { ProductCard } from '#contract/products.ts'
import { RoundMarked, StopMark } from '#contract/rounds.ts'
import { SlotEdits } from '#contract/slots.ts'
import { InventoryChange, RestockProducts, RestockSlots } from '#contract/stock.ts'
import { HandedOver, VanChanged } from '#contract/vans.ts'
import type { ProblemCause } from '#domain/issues.ts'
import type { VolumeType } from '#domain/products/product.ts'
import type { RoundMark, StopState } from '#domain/rounds/round.ts'
import type { VanChange } from '#domain/vans/van.ts'
import type { OutboxEntry } from '#offline/records.ts'

type Entry = Pick<OutboxEntry, 'call' | 'machineId' | 'body'>
type Named = { slotNumber: string | null; product: ProductCard | null }
export type Field = 'productId' | 'vendPrice' | 'maxQuantity'
type FieldChange = { field: Field; from: number | null | undefined; to: number | null }

/** One line of an operation: a restock, a count, or a change of a slot. */
export type Line = Named & { key: number } & (
    | { kind: 'added'; quantity: number; unit: VolumeType; isFull: boolean }
    | { kind: 'counted'; quantity: number; before: number | null; unit: VolumeType }
    | { kind: 'edited'; changes: FieldChange[] }
  )

/** A readable description of an operation. */
export type Description = {
  kind:
    | 'restock'
    | 'count'
    | 'edit'
    | 'undo'
    | 'withdrawal'
    | 'note'
    | 'audit'
    | 'problem'
    | 'proposal'
    | 'stop'
    | 'round'
    | 'van'
    | 'handOver'
    | 'unknown'
  machine: string | null
  lines: Line[]
  reason: 'SOLD' | 'LOSS' | 'ADJUST' | null
  note: string
  /** The cause of a reported problem. */
  cause: ProblemCause | null
  /** What happened to a stop or a round; null for a stop that was only moved. */
  mark: StopState | RoundMark | null
  /** What happened to a van. */
  change: VanChange | null
  /** The operation that is undone, if it is still on this device. */
  undoes: Description | null
}

const NOWHERE: Named = { slotNumber: null, product: null }

export function describe(entry: Entry, known: Known): Description {
  const { call, machineId, body } = entry
  const about = {
    machine: known.machine(machineId),
    reason: null,
    note: '',
    cause: null,
    mark: null,
    change: null,
    undoes: null,
    lines: [],
  }
  const place = (point: number): Named => known.place(machineId, point) ?? NOWHERE
  const ingredient = (id: number): Named => ({ slotNumber: null, product: known.product(id) })
  // Slots are counted in pieces; canisters have the unit of their product.
  const unitOf = ({ slotNumber, product }: Named): VolumeType =>
    slotNumber === null && product?.packaging === 'INGREDIENT' ? product.volumeType : 'PIECE'
  const goodsLine =
    (kind: 'added' | 'counted') =>
    ({ productId, quantity }: { productId: number; quantity: number }): Line => {
      const at = { ...ingredient(productId), key: productId, quantity, unit: unitOf(ingredient(productId)) }
      return kind === 'counted' ? { ...at, kind, before: null } : { ...at, kind, isFull: false }
    }
  switch (call) {
    case 'restockSlots': {
      const items = v.safeParse(RestockSlots, body)
      if (!items.success) break
      const lines = items.output.map(({ productInstallationId, quantity, full }): Line => {
        const at = place(productInstallationId)
        return { ...at, key: productInstallationId, kind: 'added', quantity, unit: unitOf(at), isFull: full ?? false }
      })
      return { ...about, kind: 'restock', lines }
    }
    case 'restockProducts': {
      const items = v.safeParse(RestockProducts, body)
      if (!items.success) break
      const lines = items.output.map(({ productId, quantity, full }): Line => {
        const at = ingredient(productId)
        return { ...at, key: productId, kind: 'added', quantity, unit: unitOf(at), isFull: full ?? false }
      })
      return { ...about, kind: 'restock', lines }
    }
    case 'changeInventory':
    case 'changeCoffeeInventory': {
      const change = v.safeParse(InventoryChange, body)
      if (!change.success) break
      const lines = change.output.stocks.map((stock): Line => {
        const at = 'productInstallationId' in stock ? place(stock.productInstallationId) : ingredient(stock.productId)
        return {
          ...at,
          key: 'productInstallationId' in stock ? stock.productInstallationId : stock.productId,
          kind: 'counted',
          quantity: stock.quantity,
          before: stock.baseQuantity ?? null,
          unit: unitOf(at),
        }
      })
      return { ...about, kind: 'count', lines, reason: change.output.type, note: change.output.note ?? '' }
    }
    case 'editSlots': {
      const edits = v.safeParse(SlotEdits, body)
      if (!edits.success) break
      const lines = edits.output.map(
        ({ slotId, base, ...fields }): Line => ({
          ...(known.slot(machineId, slotId) ?? NOWHERE),
          key: slotId,
          kind: 'edited',
          changes: changesOf(fields, base),
        }),
      )
      return { ...about, kind: 'edit', lines }
    }
    case 'withdrawCash':
      return { ...about, kind: 'withdrawal', note: v.is(Collection, body) ? (body.bag ?? '') : '' }
    case 'recordAudit':
      return { ...about, kind: 'audit' }
    case 'reportProblem': {
      const problem = v.safeParse(Problem, body)
      if (!problem.success) break
      return { ...about, kind: 'problem', cause: problem.output.cause, note: problem.output.note ?? '' }
    }
    case 'proposeProduct': {
      const proposal = v.safeParse(Proposal, body)
      if (!proposal.success) break
      const { slotId, productId, note } = proposal.output
      const at = known.slot(machineId, slotId) ?? NOWHERE
      const changes = [{ field: 'productId' as const, from: at.product?.id, to: productId }]
      return { ...about, kind: 'proposal', note: note ?? '', lines: [{ ...at, key: slotId, kind: 'edited', changes }] }
    }
    case 'markStop': {
      const marked = v.safeParse(StopMark, body)
      if (!marked.success) break
      return { ...about, kind: 'stop', mark: marked.output.state ?? null, note: marked.output.note ?? '' }
    }
    case 'markRound': {
      const marked = v.safeParse(RoundMarked, body)
      if (!marked.success) break
      return { ...about, kind: 'round', mark: marked.output.state }
    }
    case 'changeVan': {
      const change = v.safeParse(VanChanged, body)
      if (!change.success) break
      const { type, items } = change.output
      return { ...about, kind: 'van', change: type, lines: items.map(goodsLine(type === 'LOAD' ? 'added' : 'counted')) }
    }
    case 'handOver': {
      const handed = v.safeParse(HandedOver, body)
      if (!handed.success) break
      // Without a sign, because the same hand-over is recorded by the driver who gives and by the one who takes.
      return { ...about, kind: 'handOver', lines: handed.output.items.map(goodsLine('counted')) }
    }
    case 'writeNote': {
      const written = v.safeParse(NoteText, body)
      if (!written.success) break
      return { ...about, kind: 'note', note: written.output.note }
    }
    case 'voidOperation': {
      const other = known.operation(undoneBy(body))
      return { ...about, kind: 'undo', undoes: other && other.call !== 'voidOperation' ? describe(other, known) : null }
    }
  }
  return { ...about, kind: 'unknown' }
}

const FIELDS = ['productId', 'vendPrice', 'maxQuantity'] as const
type Fields = { [F in Field]?: number | null | undefined }

/** The fields that the editor changed; rows are often sent whole, and unchanged fields are not shown. */
const changesOf = (fields: Fields, base: Fields | undefined): FieldChange[] =>
  FIELDS.flatMap((field) => {
    const to = fields[field]
    const from = base?.[field]
    return to === undefined || to === from ? [] : [{ field, from, to }]
  })

/** The total pieces of a restock, and the number of slots. */
export const sumOf = ({ lines }: Description): { quantity: number; places: number } => ({
  quantity: lines.reduce((sum, line) => sum + (line.kind === 'added' ? line.quantity : 0), 0),
  places: lines.length,
})
