import { NativeSelect, Stack, Switch, UnstyledButton } from '@mantine/core'
import {
  IconBottle,
  IconCash,
  IconCoins,
  IconCreditCard,
  IconDeviceDesktop,
  IconDotsCircleHorizontal,
  IconDroplet,
  IconHammer,
  IconLock,
  IconSettingsCog,
  IconTemperature,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { MachineLeft } from '#app/components/operations/MachineLeft.tsx'
import { PhotoRow } from '#app/components/photos/PhotoRow.tsx'
import { getSession } from '#app/data/device.ts'
import { machine, machineIdIn } from '#app/data/machines.ts'
import { takenPhotos } from '#app/data/photos.ts'
import { reportProblem } from '#app/data/problems.ts'
import { machineSlots } from '#app/data/slots.ts'
import { waysOf } from '#app/data/ways.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { Machine } from '#contract/machines.ts'
import { PROBLEM_MOST } from '#contract/problems.ts'
import { PROBLEM_CAUSES, type ProblemCause } from '#domain/issues.ts'
import classes from './Problem.module.css'
import { ReportButton, ReportNote } from './ReportFooter.tsx'
import { Saved } from './Saved.tsx'
import { useReport } from './use-report.ts'

export const Route = createFileRoute('/_signed-in/dashboard/serviceman/machines/$machineId/problem')({
  loader: ({ context: { queryClient }, params }) =>
    Promise.all([
      queryClient.ensureQueryData(machine(machineIdIn(params.machineId))),
      queryClient.ensureQueryData(machineSlots(machineIdIn(params.machineId))),
    ]),
  component: ProblemScreen,
})

const ICONS: Record<ProblemCause, TablerIcon> = {
  PRODUCT_STUCK: IconBottle,
  BILL_VALIDATOR: IconCash,
  COIN_MECH: IconCoins,
  CARD_READER: IconCreditCard,
  MOTOR: IconSettingsCog,
  TEMPERATURE: IconTemperature,
  LEAK: IconDroplet,
  DISPLAY: IconDeviceDesktop,
  DOOR_LOCK: IconLock,
  VANDALISM: IconHammer,
  OTHER: IconDotsCircleHorizontal,
}

function ProblemScreen() {
  const { t } = useTranslation('machines')
  const { machineId } = Route.useParams()
  const { data: known } = useSuspenseQuery(machine(machineIdIn(machineId)))
  if (known) return <Report machine={known} />
  return (
    <MachineLeft
      machineId={machineIdIn(machineId)}
      never={{ title: t('notHere'), text: t('notHereNextStep') }}
      action={<LinkButton to="/dashboard/serviceman/machines">{t('toMachines')}</LinkButton>}
    />
  )
}

const Draft = v.object({
  cause: v.optional(v.nullable(v.picklist(PROBLEM_CAUSES))),
  slotId: v.optional(v.nullable(v.number())),
  outOfOrder: v.optional(v.boolean()),
  note: v.optional(v.string()),
})

/** Reports a problem of a machine. Works without a network. */
function Report({ machine: { id, name } }: { machine: Machine }) {
  const { t } = useTranslation('problems')
  const { data: slots } = useSuspenseQuery(machineSlots(id))
  const { data: photos = [] } = useQuery(takenPhotos(id))
  const { typed, change, state, save } = useReport(id, 'problem', Draft)
  const { cause = null, slotId = null, outOfOrder = false, note = '' } = typed
  const way = waysOf(getSession().account).machine(id)
  const send = async () => {
    if (cause === null) return
    const body = { cause, slotId, outOfOrder, note: note.trim(), photos: photos.map((photo) => photo.id) }
    await save((opId) => reportProblem(id, body, opId))
  }
  const header = <PageHeader title={t('title')} breadcrumb={[{ label: name, link: way }, { label: t('title') }]} />
  if (typeof state === 'object')
    return (
      <>
        {header}
        <Saved opId={state.saved} title={t('reportedAt', { machine: name })} back={way} />
      </>
    )
  return (
    <>
      {header}
      <Stack gap="md" className={classes.form}>
        <div role="radiogroup" aria-label={t('what')} className={classes.causes}>
          {PROBLEM_CAUSES.map((one) => {
            const Icon = ICONS[one]
            return (
              <UnstyledButton
                key={one}
                role="radio"
                aria-checked={one === cause}
                className={classes.cause}
                onClick={() => change({ cause: one })}
              >
                <Icon size={24} stroke={1.6} aria-hidden />
                <span>{t(`cause.${one}`)}</span>
              </UnstyledButton>
            )
          })}
        </div>
        <Switch
          size="lg"
          className={classes.switch ?? ''}
          label={t('sellsNothing')}
          checked={outOfOrder}
          onChange={({ currentTarget: { checked } }) => change({ outOfOrder: checked })}
        />
        <PhotoRow machineId={id} most={PROBLEM_MOST.photos} />
        {slots && slots.length > 0 && (
          <NativeSelect
            size="lg"
            label={t('slot')}
            data={[{ value: '', label: t('noSlot') }, ...slots.map((slot) => ({ value: String(slot.slotId), label: slot.slotNumber }))]}
            value={slotId === null ? '' : String(slotId)}
            onChange={({ currentTarget: { value } }) => change({ slotId: value === '' ? null : Number(value) })}
          />
        )}
        <ReportNote note={note} onChange={(text) => change({ note: text })} isFull={state === 'full'} />
      </Stack>
      <ReportButton label={t('report')} disabled={cause === null} loading={state === 'saving'} onClick={() => void send()} />
    </>
  )
}
