import { useState } from 'react'
import type * as v from 'valibot'
import { useDraft } from '#app/components/use-draft.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import type { Enqueued } from '#offline/outbox.ts'

const NOTHING = {}

export type ReportState = 'open' | 'saving' | 'full' | { saved: OperationId }

/** A report about a machine, whose input survives a reload until it is recorded. */
export function useReport<T extends Readonly<Record<string, unknown>>>(
  machineId: MachineId,
  form: 'problem' | 'proposal',
  schema: v.GenericSchema<unknown, Partial<T>>,
) {
  const draft = useDraft<Partial<T>>(machineId, form, schema, NOTHING)
  const [state, setState] = useState<ReportState>('open')
  const save = async (record: (opId: OperationId | undefined) => Promise<Enqueued>) => {
    setState('saving')
    const kept: OperationId[] = []
    await draft.record(async () => {
      const outcome = await record(draft.opId).catch(() => null)
      if (outcome && 'kept' in outcome) kept.push(outcome.kept)
      return kept.length > 0
    })
    const [saved] = kept
    setState(saved === undefined ? 'full' : { saved })
  }
  return { typed: draft.value, change: (part: Partial<T>) => draft.change((before) => ({ ...before, ...part })), state, save }
}
