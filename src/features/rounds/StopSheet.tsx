import { Button, Drawer, Stack, Textarea } from '@mantine/core'
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconNavigation,
  IconPlayerSkipForward,
  IconRestore,
  type TablerIcon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mapsLink } from '#app/data/maps-link.ts'
import { moveStopBefore } from '#app/data/rounds.ts'
import { ROUND_LIMITS, type Round, type Stop } from '#contract/rounds.ts'
import { AFTER_ALL, SKIP_REASONS, type SkipReason } from '#domain/rounds/round.ts'
import classes from './Rounds.module.css'
import { useStopMarks } from './use-stop-marks.ts'

type Props = { round: Round; stop: Stop | undefined; startsWithReasons: boolean; onClose(): void }

/** What can be done with a stop, within reach of the thumb. */
export function StopSheet({ stop, onClose, ...props }: Props) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={stop !== undefined}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={stop?.machine.name}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ content: classes.sheet, title: classes.sheetTitle }}
    >
      {stop && <Actions key={stop.machineId} stop={stop} onClose={onClose} {...props} />}
    </Drawer>
  )
}

function Actions({ round, stop, startsWithReasons, onClose }: Props & { stop: Stop }) {
  const { t } = useTranslation('day')
  const marks = useStopMarks(round)
  const [asksReason, setAsksReason] = useState(startsWithReasons)
  if (asksReason)
    return (
      <Reasons
        onSkip={(reason, note) => {
          onClose()
          void marks.skip(stop, reason, note)
        }}
      />
    )
  const { machineId, state } = stop
  const open = round.stops.filter(({ state, position }) => state === 'PLANNED' && position < AFTER_ALL)
  const index = open.indexOf(stop)
  const move = (before: Stop | undefined) => () => {
    onClose()
    void marks.keep(moveStopBefore(round, machineId, before?.machineId ?? null))
  }
  const way = mapsLink(stop.machine, navigator.userAgent)
  return (
    <Stack gap="xs">
      {way && (
        <Button
          component="a"
          href={way}
          {...(way.startsWith('https') ? { target: '_blank', rel: 'noreferrer' } : {})}
          {...LOOK}
          leftSection={<IconNavigation size={22} aria-hidden />}
        >
          {t('navigate')}
        </Button>
      )}
      {state === 'PLANNED' && (
        <>
          {index > 0 && <Action Icon={IconArrowBarToUp} label={t('first')} onClick={move(open[0])} />}
          {index > 1 && <Action Icon={IconArrowUp} label={t('up')} onClick={move(open[index - 1])} />}
          {index < open.length - 2 && <Action Icon={IconArrowDown} label={t('down')} onClick={move(open[index + 2])} />}
          {index < open.length - 1 && <Action Icon={IconArrowBarToDown} label={t('last')} onClick={move(undefined)} />}
          <Action Icon={IconPlayerSkipForward} label={t('skip')} onClick={() => setAsksReason(true)} />
          <Action
            Icon={IconCheck}
            label={t('complete')}
            onClick={() => {
              onClose()
              void marks.complete(stop)
            }}
          />
        </>
      )}
      {state !== 'PLANNED' && stop.visitedFrom === null && (
        <Action
          Icon={IconRestore}
          label={t('resume')}
          onClick={() => {
            onClose()
            void marks.resume(stop)
          }}
        />
      )}
    </Stack>
  )
}

/** One tap skips; another reason is typed. */
function Reasons({ onSkip }: { onSkip(reason: SkipReason, note: string): void }) {
  const { t } = useTranslation('day')
  const [isOther, setOther] = useState(false)
  const [note, setNote] = useState('')
  return (
    <fieldset className={classes.reasons}>
      <legend className={classes.legend}>{t('skipTitle')}</legend>
      {SKIP_REASONS.map((reason) => (
        <Button
          key={reason}
          {...LOOK}
          {...(reason === 'OTHER' ? { 'aria-expanded': isOther } : {})}
          onClick={() => (reason === 'OTHER' ? setOther(true) : onSkip(reason, ''))}
        >
          {t(`reason.${reason}`)}
        </Button>
      ))}
      {isOther && (
        <>
          <Textarea
            label={t('note')}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            maxLength={ROUND_LIMITS.note}
            autosize
            minRows={2}
            data-autofocus
          />
          <Button size="lg" onClick={() => onSkip('OTHER', note.trim())}>
            {t('skipNow')}
          </Button>
        </>
      )}
    </fieldset>
  )
}

const LOOK = { variant: 'default', size: 'lg', justify: 'flex-start', fullWidth: true } as const

function Action({ Icon, label, onClick }: { Icon: TablerIcon; label: string; onClick(): void }) {
  return (
    <Button {...LOOK} leftSection={<Icon size={22} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  )
}
