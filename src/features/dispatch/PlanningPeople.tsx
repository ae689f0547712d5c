import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryError } from '#app/components/QueryError.tsx'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import type { Planning } from '#contract/planning.ts'
import type { PersonPlanning } from '#contract/planning-people.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import { PersonDialog } from './PersonDialog.tsx'
import classes from './Planning.module.css'
import { Part } from './PlanningPart.tsx'
import { plannedPeople } from './planning.queries.ts'

/** The people whose rounds are planned, with what differs from the company's settings. */
export function PlanningPeople({ planning }: { planning: Planning }) {
  const { t } = useTranslation('planning')
  const { data, error, isPending, refetch } = useQuery(plannedPeople())
  const [edited, setEdited] = useState<number | null>(null)
  const summaryOf = useSummary()
  return (
    <Part title={t('people.title')} text={t('people.text')}>
      {data && data.length === 0 && <Text c="dimmed">{t('people.none')}</Text>}
      {data && data.length > 0 && (
        <ul className={classes.people}>
          {data.map(({ user, planning: own }) => (
            <li key={user.id} className={classes.person}>
              <div className={classes.who}>
                <Text fw={600}>{user.name}</Text>
                <Text size="sm" c="dimmed">
                  {summaryOf(own)}
                </Text>
              </div>
              <Button
                variant="default"
                size="md"
                className={classes.edit}
                aria-label={t('people.editName', { name: user.name })}
                onClick={() => setEdited(user.id)}
              >
                {t('people.edit')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isPending && <Skeleton height={120} radius="md" />}
      {error && !data && <QueryError error={error} onRetry={() => void refetch()} />}
      <PersonDialog person={data?.find(({ user }) => user.id === edited) ?? null} planning={planning} onClose={() => setEdited(null)} />
    </Part>
  )
}

/** Returns what differs from the company's settings, and the absence that has not ended, in one line. */
function useSummary(): (own: PersonPlanning) => string {
  const { t } = useTranslation('planning')
  const { timezone } = getSession().account
  const { timeOfDay, weekday, list, namedDay } = formats()
  const today = isoDay(dayOf(Date.now(), timezone))
  return ({ hours, weekdays, start, away }) => {
    const next = away.find(({ until }) => until >= today)
    const parts = [
      // Some browsers refuse a range that ends before it begins, as a shift across midnight does.
      hours && [hours.worksFrom, hours.worksUntil].map(timeOfDay).join('–'),
      weekdays && list(weekdays.map(weekday)),
      start && (start.address ?? t('people.start')),
      next && t('people.awayFrom', { from: namedDay(next.from), until: namedDay(next.until) }),
    ].filter((part) => part)
    return parts.length > 0 ? parts.join(' · ') : t('people.usual')
  }
}
