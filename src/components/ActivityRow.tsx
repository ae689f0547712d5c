import { Badge, Text, ThemeIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isReceivedLate } from '#app/data/activity.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { waysOf } from '#app/data/ways.ts'
import { AgeText } from '#app/ui/AgeText.tsx'
import type { Activity } from '#contract/activity.ts'
import { stamp } from '#domain/formats.ts'
import { fromIso, type Moment } from '#domain/time.ts'
import classes from './ActivityFeed.module.css'
import { lookOf } from './activity-looks.ts'
import { useAlertLabels } from './alert-labels.ts'
import { MovedList } from './MovedList.tsx'
import { useActivityLabels } from './use-activity-labels.ts'

type Props = {
  activity: Activity
  /** The page already shows the machine. */
  isOfMachine: boolean
  /** To the second instead of a relative time. */
  isExact?: boolean
  /** The page already shows the person and the day. */
  isOfDay?: boolean
}

/** One activity: what, who, where and when; stock changes unfold. */
export function ActivityRow({ activity, isOfMachine, isExact = false, isOfDay = false }: Props) {
  const { t } = useTranslation('activity')
  const words = useActivityLabels()
  const alertLabel = useAlertLabels()
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const { type, user, machine, money, message, changes, undone, details } = activity
  const { Icon, color } = lookOf(type, details.isUndo ?? false)
  const at = fromIso(activity.created)
  const hasMore = changes.length > 0
  return (
    <li className={classes.item}>
      <ThemeIcon variant="light" color={color} size={36} radius="xl" aria-hidden>
        <Icon size={20} stroke={1.7} />
      </ThemeIcon>
      <div className={classes.words}>
        <span className={classes.what} data-undone={undone || undefined}>
          {details.issue ? (
            <Link to="/dashboard/more/issues" search={{ issue: details.issue }} className={classes.machine}>
              {words(activity)}
            </Link>
          ) : (
            words(activity)
          )}
        </span>{' '}
        {undone && (
          <Badge size="sm" variant="light" color="slate">
            {t('isUndone')}
          </Badge>
        )}
        <Text size="sm" c="dimmed" className={classes.who}>
          {machine && !isOfMachine && (
            <span className={classes.place}>
              {machine.active ? (
                <Link {...waysOf(getSession().account).machine(machine.id)} className={classes.machine}>
                  {machine.name}
                </Link>
              ) : (
                machine.name
              )}
              <span className={classes.dot}> · </span>
            </span>
          )}
          {user && !isOfDay && `${user.name} · `}
          {isOfDay ? (
            <time dateTime={activity.created}>{formats().time(at)}</time>
          ) : isExact ? (
            <time dateTime={activity.created}>{stamp(activity.created, getSession().account.timezone)}</time>
          ) : (
            <When at={at} />
          )}
        </Text>
        {message && (
          <Text size="sm" className={classes.message}>
            {type === 'MACHINE_STOPPED' ? alertLabel(message) : message}
          </Text>
        )}
        {isOpen && <Details activity={activity} id={detailsId} />}
      </div>
      {money !== undefined && money !== null && <span className={classes.money}>{formats().money(money)}</span>}
      {hasMore && (
        <UnstyledButton
          className={classes.more}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          aria-label={t('details', { what: words(activity) })}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={20} aria-hidden data-open={isOpen || undefined} />
        </UnstyledButton>
      )}
    </li>
  )
}

/** "3 minutes ago"; the exact time on demand. */
function When({ at }: { at: Moment }) {
  return (
    <Tooltip label={formats().dateTime(at)} events={{ hover: true, focus: true, touch: true }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: focus shows the exact time to keyboard users. */}
      <span tabIndex={0} className={classes.when}>
        <AgeText at={at} />
      </span>
    </Tooltip>
  )
}

function Details({ activity: { created, received, changes }, id }: { activity: Activity; id: string }) {
  const { t } = useTranslation('activity')
  const { dateTime } = formats()
  const late = isReceivedLate({ created, received })
  return (
    <div id={id} className={classes.details}>
      <MovedList changes={changes} isLong />
      {late && (
        <Text size="sm" c="dimmed">
          {t('heardLate', { at: dateTime(fromIso(received)) })}
        </Text>
      )}
    </div>
  )
}
