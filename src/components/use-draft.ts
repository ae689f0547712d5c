import { useCallback, useMemo, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { getSession, isOpen } from '#app/data/device.ts'
import { draftOf, endDraft, recordDraft, saveDraft, watchDraft } from '#app/data/drafts.ts'
import { useDirtyForm } from '#app/ui/dirty-forms.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import type { VanChange } from '#domain/vans/van.ts'

export const FORMS = ['restock', 'count', 'note', 'slots'] as const
/**
 * Notes, credits, problems, proposals and cash collections of a machine are restored with it and not offered separately; a new machine, a purchase, an order,
 * a warehouse change, a change of the own van and a top-up belong to no machine. A template has its own number.
 */
type Form =
  | (typeof FORMS)[number]
  | 'machine-note'
  | 'credit'
  | 'problem'
  | 'proposal'
  | 'collection'
  | 'new-machine'
  | 'warehouse-change'
  | 'supplier'
  | 'purchase'
  | 'top-up'
  | 'template'
  | 'order'
  | 'order-change'
  | 'order-receipt'
  | `van-${VanChange}`

export const keyOf = (machineId: MachineId, form: Form) => `${form}:${machineId}`

/** Earlier input, before the user switched to another machine. */
type Offer<T> = { value: T; at: Moment }

export type Typed<T> = {
  value: T
  /** The id of the operation that it becomes. */
  opId: OperationId | undefined
  change(to: (value: T) => T): void
  clear(): void
  /** Records the input of this render and removes it; `by` returns whether it was recorded. */
  record(by: () => Promise<boolean>): Promise<boolean>
  /** It was typed while another tab recorded earlier input of this form. */
  isRest: boolean
  /** A refused operation is finished; the next one gets a new id. */
  renew(): OperationId
  /** It was sent to the server, and no response has arrived. */
  isSent: boolean
  /** When it last changed; 0 without a draft. */
  savedAt: Moment
  /** Resolves once it is written. */
  noteSent(isSent: boolean): Promise<void>
  offer: Offer<T> | null
  takeUp(): void
  decline(): void
}

/**
 * A form of a machine that survives a reload, a crash and an expired session, and is the same in every tab. Input left for another machine
 * is offered for restoring rather than filled in.
 */
export function useDraft<T extends Readonly<Record<string, unknown>>>(
  machineId: MachineId,
  form: Form,
  schema: v.GenericSchema<unknown, T>,
  nothing: T,
): Typed<T> {
  const key = keyOf(machineId, form)
  const draft = useSyncExternalStore(
    useCallback((onChange) => watchDraft(key, onChange), [key]),
    () => draftOf(key),
  )
  const value = useMemo(() => read(schema, draft?.typed, nothing), [schema, draft?.typed, nothing])
  const left = useMemo(() => read(schema, draft?.left?.typed, nothing), [schema, draft?.left?.typed, nothing])

  useDirtyForm(!isEmpty(value))

  return {
    value,
    opId: draft?.opId,
    change: (to) => void saveDraft(key, { typed: to(read(schema, draftOf(key)?.typed, nothing)) }),
    clear: () => endDraft(key),
    record: (by) => (draft ? recordDraft(draft, by) : by()),
    isRest: draft?.isRest === true && !isEmpty(value),
    renew: () => {
      const opId = getSession().device.newId()
      void saveDraft(key, { opId, sent: false })
      return opId
    },
    isSent: draft?.sent ?? false,
    savedAt: draft?.savedAt ?? 0,
    noteSent: (sent) => saveDraft(key, { sent }),
    offer: draft?.left && !isEmpty(left) ? { value: left, at: draft.left.at } : null,
    takeUp: () => void saveDraft(key, { typed: { ...left, ...value }, left: null }),
    decline: () => void saveDraft(key, { left: null }),
  }
}

const isEmpty = (value: object) => Object.keys(value).length === 0

const read = <T>(schema: v.GenericSchema<unknown, T>, value: unknown, nothing: T): T => {
  const known = v.safeParse(schema, value)
  return known.success ? known.output : nothing
}

/** Sets the input for this machine aside when the user switches to another; it is offered on return. */
export function leaveDrafts(machineId: MachineId): void {
  if (!isOpen()) return
  for (const form of FORMS) {
    const key = keyOf(machineId, form)
    const draft = draftOf(key)
    if (!draft || isEmpty(draft.typed)) continue
    // Its time does not change, so another tab on this machine keeps what it shows.
    void saveDraft(key, { typed: {}, left: { typed: draft.typed, at: draft.savedAt }, savedAt: draft.savedAt })
  }
}
