import { Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MovedList } from '#app/components/MovedList.tsx'
import { useActivityLabels } from '#app/components/use-activity-labels.ts'
import { isReceivedLate } from '#app/data/activity.ts'
import { formats } from '#app/data/formats.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import type { Activity } from '#contract/activity.ts'
import { fromIso } from '#domain/time.ts'
import classes from './StockChanges.module.css'

/** Machine, user, time, reason, and the changed quantities. */
export function ChangeDetails({ change }: { change: Activity }) {
  const { t } = useTranslation('changes')
  const words = useActivityLabels()
  const { dateTime } = formats()
  const { machine, user, message, created, received, undone, changes } = change
  return (
    <div className={classes.details}>
      <p className={classes.headline}>
        <span data-undone={undone || undefined}>{words(change)}</span>{' '}
        {undone && (
          <Badge variant="light" color="slate">
            {t('activity:isUndone')}
          </Badge>
        )}
      </p>
      <dl className={classes.facts}>
        <Fact name={t('machine')}>{machine?.name ?? t('unknownMachine')}</Fact>
        <Fact name={t('who')}>{user?.name ?? '–'}</Fact>
        <Fact name={t('when')}>
          {dateTime(fromIso(created))}
          {isReceivedLate(change) && (
            <Text size="sm" c="dimmed">
              {t('late', { at: dateTime(fromIso(received)) })}
            </Text>
          )}
        </Fact>
        <Fact name={t('reason')}>{message || '–'}</Fact>
      </dl>
      <div>
        <Text size="sm" c="dimmed">
          {t('moved')}
        </Text>
        {changes.length > 0 ? <MovedList key={change.id} changes={changes} isLong /> : <Text>{t('unmoved')}</Text>}
      </div>
      {machine?.active && (
        <LinkButton
          variant="light"
          size="md"
          to="/dashboard/machines/$machineId"
          params={{ machineId: String(machine.id) }}
          className={classes.way ?? ''}
        >
          {t('toMachine')}
        </LinkButton>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
