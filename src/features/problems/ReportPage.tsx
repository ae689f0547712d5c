import { Button, Stack, Textarea } from '@mantine/core'
import { IconCircleCheck, IconDeviceMobileCheck } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { MachineLeft } from '#app/components/operations/MachineLeft.tsx'
import { getSession } from '#app/data/device.ts'
import { idIn } from '#app/data/id-in.ts'
import { machine } from '#app/data/machines.ts'
import { stateOfRecord } from '#app/data/outbox.ts'
import { unsentPhotos } from '#app/data/photos.ts'
import { waysOf } from '#app/data/ways.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { Machine } from '#contract/machines.ts'
import { PROBLEM_LIMITS } from '#contract/problems.ts'
import type { OperationId } from '#domain/ids.ts'
import classes from './Problem.module.css'
import type { ReportState } from './use-report.ts'

/** The machine of a report, or the user's operations if the machine is no longer on this device. */
export function ReportedMachine({ machineId, children }: { machineId: string; children(machine: Machine): ReactNode }) {
  const { t } = useTranslation('machines')
  const { data: known } = useSuspenseQuery(machine(idIn(machineId)))
  if (known) return children(known)
  return (
    <MachineLeft
      machineId={idIn(machineId)}
      never={{ title: t('notHere'), text: t('notHereNextStep') }}
      action={<LinkButton to="/dashboard/serviceman/machines">{t('toMachines')}</LinkButton>}
    />
  )
}

type Props = {
  machine: Machine
  title: string
  /** Shown after the report was stored. */
  savedTitle: string
  note: string
  onNote(note: string): void
  state: ReportState
  action: { label: string; disabled: boolean; send(): Promise<void> }
  children: ReactNode
}

/** The page of a report: its fields, a note and the action above the navigation; afterwards what became of it. */
export function ReportPage({ machine: { id, name }, title, savedTitle, note, onNote, state, action, children }: Props) {
  const { t } = useTranslation('problems')
  const way = waysOf(getSession().account).machine(id)
  const header = <PageHeader title={title} breadcrumb={[{ label: name, link: way }, { label: title }]} />
  if (typeof state === 'object')
    return (
      <>
        {header}
        <Saved opId={state.saved} title={savedTitle} back={way} />
      </>
    )
  return (
    <>
      {header}
      <Stack gap="md" className={classes.form}>
        {children}
        <Textarea
          size="lg"
          label={t('note')}
          autosize
          minRows={2}
          maxLength={PROBLEM_LIMITS.note}
          value={note}
          onChange={({ currentTarget: { value } }) => onNote(value)}
        />
        <ErrorText text={state === 'full' ? t('outbox:notKept') : null} />
      </Stack>
      <div className={classes.action}>
        <Button fullWidth mih={56} size="lg" disabled={action.disabled} loading={state === 'saving'} onClick={() => void action.send()}>
          {action.label}
        </Button>
      </div>
    </>
  )
}

/** What was recorded is on this phone, or on the server with its photos. */
function Saved({ opId, title, back }: { opId: OperationId; title: string; back: Pick<LinkProps, 'to' | 'params'> }) {
  const { t } = useTranslation('problems')
  const { data: recordState } = useQuery(stateOfRecord(opId))
  const { data: photos } = useQuery(unsentPhotos())
  const isSent = recordState === 'sent' && photos?.count === 0
  return (
    <EmptyState
      icon={isSent ? <IconCircleCheck /> : <IconDeviceMobileCheck />}
      color={isSent ? 'green' : 'slate'}
      title={title}
      text={<span role="status">{t(recordState === 'needs-you' ? 'needsYou' : isSent ? 'sent' : 'savedHere')}</span>}
      action={
        <Stack gap="sm">
          <LinkButton {...back} size="lg" mih={56}>
            {t('backToMachine')}
          </LinkButton>
          {!isSent && (
            <LinkButton to="/outbox" variant="default" size="lg" mih={56}>
              {t('pending')}
            </LinkButton>
          )}
        </Stack>
      }
    />
  )
}
