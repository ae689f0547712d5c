import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCloudOff, IconLoader2, IconLogin, IconPointFilled, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { onRecord, sending } from '#app/data/outbox.ts'
import { toastError } from '#app/ui/toasts.ts'
import { type ChipLabel, chipLabelOf } from './chip-label.ts'
import classes from './SendingChip.module.css'

const ICONS = {
  signIn: IconLogin,
  update: IconRefresh,
  needsYou: IconAlertTriangle,
  offline: IconCloudOff,
  offlineWaiting: IconCloudOff,
  serverFailed: IconCloudOff,
  serverFailedWaiting: IconCloudOff,
  sending: IconLoader2,
  waiting: IconPointFilled,
  starting: IconLoader2,
  allSent: IconCheck,
  ownSent: IconCheck,
} as const satisfies Record<ChipLabel['key'], unknown>

const UNSENT: ReadonlySet<ChipLabel['key']> = new Set(['waiting', 'offlineWaiting', 'serverFailedWaiting'])

/** The sync status as text; a tap opens the outbox. */
export function SendingChip() {
  const { t } = useTranslation('outbox')
  const { clock } = formats()
  const { data: now, refetch } = useQuery(sending())
  useEffect(() => onRecord(refetch), [refetch])
  const needsYou = now?.needsYou
  const before = useRef(needsYou)
  useEffect(() => {
    // A recorded operation was refused, which needs more than the chip.
    if (before.current !== undefined && needsYou !== undefined && needsYou > before.current)
      toastError(t('refusedNow', { count: needsYou - before.current }))
    before.current = needsYou
  }, [needsYou, t])
  if (!now) return null
  const { key, tone, count, since } = chipLabelOf(now)
  const Icon = ICONS[key]
  const words = t(`chip.${key}`, { count, since: since === null ? '' : clock(since) })
  return (
    <>
      <Link
        to="/outbox"
        className={classes.chip}
        data-tone={tone}
        data-key={key}
        data-unsent={UNSENT.has(key) || undefined}
        aria-label={t('chip.label', { words })}
      >
        <Icon size={16} aria-hidden className={classes.icon} />
        <span className={classes.words}>{words}</span>
      </Link>
      <VisuallyHidden role="status" aria-live="polite">
        {words}
      </VisuallyHidden>
    </>
  )
}
