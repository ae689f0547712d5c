import { NativeSelect, Select, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { MachineLeft } from '#app/components/operations/MachineLeft.tsx'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { getSession } from '#app/data/device.ts'
import { machine, machineIdIn } from '#app/data/machines.ts'
import { proposeProduct } from '#app/data/problems.ts'
import { catalogue, machineSlots } from '#app/data/slots.ts'
import { waysOf } from '#app/data/ways.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { Machine } from '#contract/machines.ts'
import { packagingsFor } from '#domain/slots/fitting.ts'
import classes from './Problem.module.css'
import { ReportButton, ReportNote } from './ReportFooter.tsx'
import { Saved } from './Saved.tsx'
import { useReport } from './use-report.ts'

export const Route = createFileRoute('/_signed-in/dashboard/serviceman/machines/$machineId/proposal')({
  loader: ({ context: { queryClient }, params }) =>
    Promise.all([
      queryClient.ensureQueryData(machine(machineIdIn(params.machineId))),
      queryClient.ensureQueryData(machineSlots(machineIdIn(params.machineId))),
      queryClient.ensureQueryData(catalogue()),
    ]),
  component: ProposalScreen,
})

function ProposalScreen() {
  const { t } = useTranslation('machines')
  const { machineId } = Route.useParams()
  const { data: known } = useSuspenseQuery(machine(machineIdIn(machineId)))
  if (known) return <Propose machine={known} />
  return (
    <MachineLeft
      machineId={machineIdIn(machineId)}
      never={{ title: t('notHere'), text: t('notHereNextStep') }}
      action={<LinkButton to="/dashboard/serviceman/machines">{t('toMachines')}</LinkButton>}
    />
  )
}

const Draft = v.object({
  slotId: v.optional(v.nullable(v.number())),
  productId: v.optional(v.nullable(v.number())),
  note: v.optional(v.string()),
})

/** Proposes another product for a slot; a manager decides. Works without a network. */
function Propose({ machine: { id, name, type } }: { machine: Machine }) {
  const { t } = useTranslation('problems')
  const { data: slots } = useSuspenseQuery(machineSlots(id))
  const { data: products } = useSuspenseQuery(catalogue())
  const { typed, change, state, save } = useReport(id, 'proposal', Draft)
  const { slotId = null, productId = null, note = '' } = typed
  const way = waysOf(getSession().account).machine(id)
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
  const header = <PageHeader title={t('propose')} breadcrumb={[{ label: name, link: way }, { label: t('propose') }]} />
  if (typeof state === 'object')
    return (
      <>
        {header}
        <Saved opId={state.saved} title={t('proposedAt', { machine: name })} back={way} />
      </>
    )
  return (
    <>
      {header}
      <Stack gap="md" className={classes.form}>
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
          limit={50}
        />
        <ReportNote note={note} onChange={(text) => change({ note: text })} isFull={state === 'full'} />
      </Stack>
      <ReportButton
        label={t('sendProposal')}
        disabled={slotId === null || productId === null}
        loading={state === 'saving'}
        onClick={() => void send()}
      />
    </>
  )
}
