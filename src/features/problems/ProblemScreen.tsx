import { NativeSelect, Switch, UnstyledButton } from '@mantine/core'
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
import { PhotoRow } from '#app/components/photos/PhotoRow.tsx'
import { idIn } from '#app/data/id-in.ts'
import { machine as machineQuery } from '#app/data/machines.ts'
import { photosOnForm } from '#app/data/photos.ts'
import { reportProblem } from '#app/data/problems.ts'
import { machineSlots } from '#app/data/slots.ts'
import type { Machine } from '#contract/machines.ts'
import { PROBLEM_LIMITS } from '#contract/problems.ts'
import { PROBLEM_CAUSES, type ProblemCause } from '#domain/issues.ts'
import classes from './Problem.module.css'
import { ReportedMachine, ReportPage } from './ReportPage.tsx'
import { useReport } from './use-report.ts'

export const Route = createFileRoute('/_signed-in/dashboard/serviceman/machines/$machineId/problem')({
  loader: ({ context: { queryClient }, params }) =>
    Promise.all([
      queryClient.ensureQueryData(machineQuery(idIn(params.machineId))),
      queryClient.ensureQueryData(machineSlots(idIn(params.machineId))),
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
  const { machineId } = Route.useParams()
  return <ReportedMachine machineId={machineId}>{(machine) => <Report machine={machine} />}</ReportedMachine>
}

const Draft = v.object({
  cause: v.optional(v.nullable(v.picklist(PROBLEM_CAUSES))),
  slotId: v.optional(v.nullable(v.number())),
  outOfOrder: v.optional(v.boolean()),
  note: v.optional(v.string()),
})

/** Reports a problem of a machine. Works without a network. */
function Report({ machine }: { machine: Machine }) {
  const { id } = machine
  const { t } = useTranslation('problems')
  const { data: slots } = useSuspenseQuery(machineSlots(id))
  const { data: photos = [] } = useQuery(photosOnForm(id))
  const { typed, change, state, save } = useReport(id, 'problem', Draft)
  const { cause = null, slotId = null, outOfOrder = false, note = '' } = typed
  const send = async () => {
    if (cause === null) return
    const body = { cause, slotId, outOfOrder, note: note.trim(), photos: photos.map((photo) => photo.id) }
    await save((opId) => reportProblem(id, body, opId))
  }
  return (
    <ReportPage
      machine={machine}
      title={t('title')}
      savedTitle={t('reportedAt', { machine: machine.name })}
      note={note}
      onNote={(text) => change({ note: text })}
      state={state}
      action={{ label: t('report'), disabled: cause === null, send }}
    >
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
      <PhotoRow machineId={id} most={PROBLEM_LIMITS.photos} />
      {slots && slots.length > 0 && (
        <NativeSelect
          size="lg"
          label={t('slot')}
          data={[{ value: '', label: t('noSlot') }, ...slots.map((slot) => ({ value: String(slot.slotId), label: slot.slotNumber }))]}
          value={slotId === null ? '' : String(slotId)}
          onChange={({ currentTarget: { value } }) => change({ slotId: value === '' ? null : Number(value) })}
        />
      )}
    </ReportPage>
  )
}
