import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { getSession } from '#app/data/device.ts'
import { sendAll } from '#app/data/outbox.ts'
import { answered, isRefused, NotAnswered } from '#app/data/server-requests.ts'
import { editSlotsOf } from '#app/data/slots.ts'
import { applyPlanogram, type Ways } from '#app/data/templates.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { toastWithUndo } from '#app/ui/undo-toast.tsx'
import type { SlotCopy } from '#contract/slots.ts'
import type { MachinePreview } from '#contract/templates.ts'
import type { MachineId, OperationId, TemplateId } from '#domain/ids.ts'
import type { StockEnd } from '#domain/slots/slot.ts'

type Applied = { machineId: MachineId; copy: SlotCopy }

/** The result for a machine: applied, or the code of the refusal. */
export type Outcome = 'DONE' | string

/**
 * Applies a template to machines one after another, each in one transaction of the server. A machine that was changed since its preview
 * is skipped. After a lost response the machine is sent again with the same key, so it counts once.
 */
export function useApplying(templateId: TemplateId, ways: Ways, stock: StockEnd) {
  const { t } = useTranslation('templates')
  const why = useWhyNot()
  const client = useQueryClient()
  const keys = useRef(new Map<string, OperationId>())
  const [outcomes, setOutcomes] = useState<ReadonlyMap<MachineId, Outcome>>(new Map())
  const [total, setTotal] = useState(0)
  const [isRunning, setRunning] = useState(false)
  const [errorText, setErrorText] = useState<string | null>(null)
  const note = (machine: MachineId, outcome: Outcome) => setOutcomes((known) => new Map(known).set(machine, outcome))
  const keyOf = (request: string) => {
    const key = keys.current.get(request) ?? getSession().device.newId()
    keys.current.set(request, key)
    return key
  }

  const run = async (previews: readonly MachinePreview[]) => {
    setRunning(true)
    setErrorText(null)
    setTotal(outcomes.size + previews.length)
    const applied: Applied[] = []
    try {
      for (const { machineId, version, left } of previews) {
        const body = { templateId, ...ways, version, stock: left > 0 ? stock : ('LATER' as const) }
        try {
          const copy = await answered(applyPlanogram(machineId, { ...body, key: keyOf(JSON.stringify([machineId, body])) }))
          applied.push({ machineId, copy })
          note(machineId, 'DONE')
        } catch (error) {
          if (!isRefused(error) || !(error instanceof NotAnswered)) throw error
          note(machineId, error.code ?? 'UNKNOWN')
        }
      }
    } catch (error) {
      setErrorText(why(error).text)
    }
    setRunning(false)
    void client.invalidateQueries({ queryKey: ['templates'], predicate: ({ queryKey }) => queryKey[1] !== 'preview' })
    await sendAll()
    if (applied.length > 0) report(applied)
  }

  const report = (applied: readonly Applied[]) => {
    const text = t('apply.done', { n: applied.length })
    if (!applied.every(({ copy }) => isUndoable(copy))) return toastSuccess(text)
    toastWithUndo(text, async () => {
      if (await undo(applied)) toastSuccess(t('machines:bulk.undone'))
      else toastError(t('stock:SAVE_ERROR'))
    })
  }

  const reset = () => {
    setOutcomes(new Map())
    setErrorText(null)
  }
  const skipped = [...outcomes.values()].filter((outcome) => outcome !== 'DONE').length
  return { run, reset, outcomes, skipped, total, isRunning, errorText }
}

/** Prices and maxima can be edited back. Slots and products cannot, because their stock was moved. */
const isUndoable = ({ created, removed, changed, ingredients }: SlotCopy) =>
  created.length + removed.length + ingredients.length === 0 && changed.every(({ from, to }) => from.productId === to.productId)

const undo = (applied: readonly Applied[]) =>
  editSlotsOf(
    applied
      .filter(({ copy }) => copy.changed.length > 0)
      .map(({ machineId, copy }) => ({
        machineId,
        edits: copy.changed.map(({ slotId, from, to }) => ({
          slotId,
          vendPrice: from.vendPrice,
          maxQuantity: from.maxQuantity,
          base: { vendPrice: to.vendPrice, maxQuantity: to.maxQuantity },
        })),
      })),
  )
