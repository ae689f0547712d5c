import { Badge, ThemeIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { lookOf } from '#app/components/activity-looks.ts'
import { useActivityLabels } from '#app/components/use-activity-words.ts'
import { isHeardLate } from '#app/data/activity.ts'
import { formats } from '#app/data/formats.ts'
import type { Activity } from '#contract/activity.ts'
import { fromIso } from '#domain/time.ts'
import type { ChangesSearch } from './day-search.ts'
import classes from './StockChanges.module.css'

/** A change in the list of a day, with a link to its details. */
export function ChangeRow({ change, search }: { change: Activity; search: ChangesSearch }) {
  const { t } = useTranslation('changes')
  const words = useActivityLabels()
  const { Icon, color } = lookOf(change.type, change.details.isUndo ?? false)
  return (
    <li>
      <Link
        to="/dashboard/more/refill-history"
        search={{ ...search, change: change.id }}
        replace
        resetScroll={false}
        className={classes.row}
        aria-current={search.change === change.id ? 'true' : undefined}
      >
        <ThemeIcon variant="light" color={color} size={36} radius="xl" aria-hidden>
          <Icon size={20} stroke={1.7} />
        </ThemeIcon>
        <span className={classes.words}>
          <span className={classes.machine}>{change.machine?.name ?? t('unknownMachine')}</span>
          <span className={classes.what}>
            <span data-undone={change.undone || undefined}>{words(change)}</span>
            {change.user && ` · ${change.user.name}`}
          </span>
        </span>
        <span className={classes.side}>
          <span className={classes.time}>{formats().time(fromIso(change.created))}</span>
          {change.undone && (
            <Badge size="sm" variant="light" color="slate" tt="none">
              {t('activity:isUndone')}
            </Badge>
          )}
          {isHeardLate(change) && <span className={classes.late}>{t('lateShort')}</span>}
        </span>
      </Link>
    </li>
  )
}
