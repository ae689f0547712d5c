import { NativeSelect, Select } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { idIn } from '#app/data/id-in.ts'
import { machine as machineQuery } from '#app/data/machines.ts'
import { proposeProduct } from '#app/data/problems.ts'
import { catalogue, machineSlots } from '#app/data/slots.ts'
import type { Machine } from '#contract/machines.ts'
import { packagingsFor } from '#domain/slots/fitting.ts'
import { ReportedMachine, ReportPage } from './ReportPage.tsx'
import { useReport } from './use-report.ts'

export const Route = createFileRoute('/_signed-in/dashboard/serviceman/machines/$machineId/proposal')({
  loader: ({ context: { queryClient }, params }) =>
    Promise.all([
      queryClient.ensureQueryData(machineQuery(idIn(params.machineId))),
      queryClient.ensureQueryData(machineSlots(idIn(params.machineId))),
      queryClient.ensureQueryData(catalogue()),
    ]),
  component: ProposalScreen,
})

function ProposalScreen() {
  const { machineId } = Route.useParams()
  return <ReportedMachine machineId={machineId}>{(machine) => <Propose machine={machine} />}</ReportedMachine>
}

const Draft = v.object({
  slotId: v.optional(v.nullable(v.number())),
  productId: v.optional(v.nullable(v.number())),
  note: v.optional(v.string()),
})

/** Proposes another product for a slot; a manager decides. Works without a network. */
function Propose({ machine }: { machine: Machine }) {
  const { id, type } = machine
  const { t } = useTranslation('problems')
  const { data: slots } = useSuspenseQuery(machineSlots(id))
  const { data: products } = useSuspenseQuery(catalogue())
  const { typed, change, state, save } = useReport(id, 'proposal', Draft)
  const { slotId = null, productId = null, note = '' } = typed
  const labelOf = useProductLabels()
  const names = new Map(products.map((product) => [product.id, product.name]))
  const now = slots?.find((slot) => slot.slotId === slotId)?.productId ?? null
  const fitting = packagingsFor(type)
  const offered = products
    .filter((one) => fitting.includes(one.packaging) && !one.deleted && one.id !== now)
    .map((one) => ({ value: String(one.id), label: labelOf(one) }))
  const send = async () => {
    if (slotId === null || productId === null) return
    await save((opId) => proposeProduct(id, { slotId, productId, note: note.trim() }, opId))
  }
  return (
    <ReportPage
      machine={machine}
      title={t('propose')}
      savedTitle={t('proposedAt', { machine: machine.name })}
      note={note}
      onNote={(text) => change({ note: text })}
      state={state}
      action={{ label: t('sendProposal'), disabled: slotId === null || productId === null, send }}
    >
      <NativeSelect
        size="lg"
        label={t('slot')}
        data={[
          { value: '', label: t('chooseSlot') },
          ...(slots ?? []).map((slot) => ({
            value: String(slot.slotId),
            label: [slot.slotNumber, names.get(slot.productId ?? 0)].filter(Boolean).join(' · '),
          })),
        ]}
        value={slotId === null ? '' : String(slotId)}
        onChange={({ currentTarget: { value } }) => change({ slotId: value === '' ? null : Number(value) })}
      />
      <Select
        size="lg"
        label={t('product')}
        placeholder={t('warehouse:chooseProduct')}
        nothingFoundMessage={t('warehouse:noProductFound')}
        data={offered}
        value={productId === null ? null : String(productId)}
        onChange={(chosen) => change({ productId: chosen === null ? null : Number(chosen) })}
        searchable
      />
    </ReportPage>
  )
}
