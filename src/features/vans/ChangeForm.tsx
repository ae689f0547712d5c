import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { useVanChange } from '#app/components/operations/use-van-change.ts'
import { useDraft } from '#app/components/use-draft.ts'
import type { MyVan } from '#app/data/van.ts'
import { NO_MACHINE } from '#contract/sync.ts'
import { MAX_VAN_ITEMS, type VanChange, type VanItem } from '#domain/vans/van.ts'
import { GoodsForm } from './GoodsForm.tsx'

/** The typed part of a change; a count contains only the products whose quantity was changed. */
const Draft = v.partial(v.object({ quantities: v.array(v.tuple([v.number(), v.number()])) }))
type Draft = v.InferOutput<typeof Draft>

const NOTHING: Draft = {}

/** A load, return, count or loss. What was typed stays when the dialog is closed or the app ends. */
export function ChangeForm({ own, type, onDone }: { own: MyVan; type: VanChange; onDone(): void }) {
  const { t } = useTranslation('vans')
  const [isBusy, setBusy] = useState(false)
  const { change } = useVanChange()
  const draft = useDraft(NO_MACHINE, `van-${type}`, Draft, NOTHING)
  const save = async (items: readonly VanItem[]) => {
    setBusy(true)
    const isKept = await draft.record(() => change({ own, type, items, opId: draft.opId }))
    setBusy(false)
    if (isKept) onDone()
  }
  return (
    <GoodsForm
      own={own}
      type={type}
      quantities={draft.value.quantities ?? []}
      onChange={(quantities) => draft.change(() => ({ quantities: quantities.map(([id, quantity]): [number, number] => [id, quantity]) }))}
      onClear={draft.clear}
      most={MAX_VAN_ITEMS}
      submit={t(`record.${type}`)}
      isBusy={isBusy}
      onSubmit={(items) => void save(items)}
    />
  )
}
