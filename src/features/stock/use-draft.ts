import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import * as v from 'valibot'
import { draft, forgetDraft, type Kept, saveDraft } from '#app/data/drafts.ts'
import { useDirtyForm } from '#app/ui/dirty-forms.ts'
import type { MachineId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'

export const FORMS = ['restock', 'count', 'note', 'slots'] as const
type Form = (typeof FORMS)[number]

export const keyOf = (machineId: MachineId, form: Form) => `${form}:${machineId}`

/** What was typed here earlier, before the person went to another machine. */
export type Offer<T> = { value: T; savedAt: Moment }

export type Typed<T> = {
  value: T
  change(to: (value: T) => T): void
  clear(): void
  offer: Offer<T> | null
  takeUp(): void
  decline(): void
}

/**
 * A form of a machine that survives a reload, a crash and an expired session. What was left behind for another machine
 * does not come back by itself: it is offered.
 */
export function useDraft<T extends Readonly<Record<string, unknown>>>(
  machineId: MachineId,
  form: Form,
  schema: v.GenericSchema<unknown, T>,
  nothing: T,
): Typed<T> {
  const key = keyOf(machineId, form)
  const client = useQueryClient()
  const { data: kept } = useSuspenseQuery(draft(key))
  const [value, setValue] = useState(() => (kept && !kept.isLeft ? read(schema, kept.value, nothing) : nothing))
  const [offer, setOffer] = useState<Offer<T> | null>(() => {
    const left = kept?.isLeft ? read(schema, kept.value, nothing) : nothing
    return kept && !isEmpty(left) ? { value: left, savedAt: kept.savedAt } : null
  })

  useDirtyForm(!isEmpty(value))

  const write = useCallback(
    (next: T) => {
      setValue(next)
      const row: Kept | null = isEmpty(next) ? null : { value: next, isLeft: false, savedAt: Date.now() }
      client.setQueryData(draft(key).queryKey, row)
      if (row) saveDraft(key, row)
      else forgetDraft(key)
    },
    [client, key],
  )

  return {
    value,
    change: (to) => write(to(value)),
    clear: () => write(nothing),
    offer,
    takeUp: () => {
      if (offer) write({ ...offer.value, ...value })
      setOffer(null)
    },
    decline: () => {
      if (isEmpty(value)) write(nothing)
      setOffer(null)
    },
  }
}

const isEmpty = (value: object) => Object.keys(value).length === 0

const read = <T>(schema: v.GenericSchema<unknown, T>, value: unknown, nothing: T): T => {
  const known = v.safeParse(schema, value)
  return known.success ? known.output : nothing
}

/** Whoever goes to another machine leaves what they typed behind; it is offered when they come back. */
export function useLeavingDrafts() {
  const client = useQueryClient()
  return useCallback(
    (machineId: MachineId) => {
      for (const form of FORMS) {
        const key = keyOf(machineId, form)
        const kept = client.getQueryData(draft(key).queryKey)
        if (!kept || kept.isLeft) continue
        const left = { ...kept, isLeft: true }
        client.setQueryData(draft(key).queryKey, left)
        saveDraft(key, left)
      }
    },
    [client],
  )
}
