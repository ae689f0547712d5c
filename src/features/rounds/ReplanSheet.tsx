import { Button, Drawer, Loader, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUndoToast } from '#app/components/operations/use-undo-toast.ts'
import { formats } from '#app/data/formats.ts'
import { acceptRest, momentOfPlan, replanRound } from '#app/data/replan.ts'
import { toastError } from '#app/ui/toasts.ts'
import type { Round } from '#contract/rounds.ts'
import type { MachineId } from '#domain/ids.ts'
import type { RestPlan } from '#domain/rounds/rest.ts'
import { fromIso } from '#domain/time.ts'
import classes from './Rounds.module.css'

type Props = { round: Round; opened: boolean; onClose(): void }

/** Plans the open stops again from now on, without a network, and shows what changes before anything is recorded. */
export function ReplanSheet({ round, opened, onClose }: Props) {
  const { t } = useTranslation('day')
  const { t: common } = useTranslation()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={t('rest.title')}
      closeButtonProps={{ 'aria-label': common('close') }}
      classNames={{ content: classes.sheet, title: classes.sheetTitle }}
    >
      {opened && <Proposal round={round} onClose={onClose} />}
    </Drawer>
  )
}

function Proposal({ round: current, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('day')
  // What arrives meanwhile does not change the proposal that is being read.
  const [round] = useState(current)
  const { data: plan, isError } = useQuery({
    queryKey: ['rest', round.id],
    queryFn: () => replanRound(round),
    networkMode: 'always',
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (isError) return <Text role="alert">{t('rest.failed')}</Text>
  if (!plan) return <Loader role="status" aria-label={t('rest.planning')} />
  return <Plan round={round} plan={plan} onClose={onClose} />
}

function Plan({ round, plan, onClose }: { round: Round; plan: RestPlan; onClose(): void }) {
  const { t } = useTranslation('day')
  const { time, dateTime } = formats()
  const undoToast = useUndoToast()
  const [isSaving, setSaving] = useState(false)
  // A long round may end after midnight.
  const timeOf = (minutes: number) => {
    const at = momentOfPlan(round, minutes)
    return at < fromIso(round.until) ? time(at) : dateTime(at)
  }
  const nameOf = (id: MachineId) => round.stops.find(({ machineId }) => machineId === id)?.machine.name ?? ''
  const whyWords = useOmissionReason()
  const accept = async () => {
    setSaving(true)
    const takeBack = await acceptRest(round, plan).catch(() => null)
    onClose()
    if (takeBack) undoToast({ done: t('rest.accepted'), what: t('rest.does'), takeBack })
    else toastError(t('notKept'))
  }
  if (plan.isSame)
    return (
      <Stack gap="md">
        <Text>{t('rest.same')}</Text>
        <Button size="lg" variant="default" onClick={onClose}>
          {t('rest.keep')}
        </Button>
      </Stack>
    )
  return (
    <Stack gap="md">
      {plan.stops.length > 0 && (
        <>
          <Text data-figures>{t('rest.ends', { time: timeOf(plan.returns) })}</Text>
          <ol className={classes.stops} aria-label={t('rest.order')}>
            {plan.stops.map(({ machineId, from, begins }, index) => (
              <li key={machineId} className={classes.row}>
                <span className={classes.number}>{index + 1}</span>
                <span className={classes.words}>
                  <span className={classes.name}>{nameOf(machineId)}</span>
                  <span className={classes.dimmed} data-figures>
                    {[t('arrival', { time: timeOf(begins) }), ...(from === index + 1 ? [] : [t('rest.before', { number: from })])].join(
                      ' · ',
                    )}
                  </span>
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
      {plan.leftOut.length > 0 && (
        <section aria-labelledby="left-out">
          <Title order={3} id="left-out" className={classes.title}>
            {t('rest.leftOut')}
          </Title>
          <ul className={classes.stops}>
            {plan.leftOut.map(({ machineId, whyNot }) => (
              <li key={machineId} className={classes.row}>
                <span className={classes.words}>
                  <span className={classes.name}>{nameOf(machineId)}</span>
                  <span className={classes.dimmed}>{whyWords(whyNot)}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Stack gap="sm" data-actions>
        <Button size="lg" loading={isSaving} onClick={() => void accept()}>
          {t('rest.accept')}
        </Button>
        <Button size="lg" variant="default" onClick={onClose}>
          {t('rest.keep')}
        </Button>
      </Stack>
    </Stack>
  )
}

/** Without money, which is not on every phone. */
function useOmissionReason(): (whyNot: RestPlan['leftOut'][number]['whyNot']) => string {
  const { t } = useTranslation('day')
  const { date } = formats()
  return (whyNot) => {
    if (whyNot.code === 'NO_TIME' || whyNot.code === 'CLOSED') return t(`rest.why.${whyNot.code}`)
    return whyNot.code === 'NO_NEED' && whyNot.until > 0 ? t('rest.why.NO_NEED', { until: date(whyNot.until) }) : t('rest.why.NOT_WORTH')
  }
}
