import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { QueryError } from '#app/components/QueryError.tsx'
import { Card } from '#app/ui/Card.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import classes from './Planning.module.css'
import { PlanningFields } from './PlanningFields.tsx'
import { PlanningPeople } from './PlanningPeople.tsx'
import { planningSettings } from './planning.queries.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/settings/planning')({ component: PlanningScreen })

/** How the company plans its rounds. */
function PlanningScreen() {
  const { t } = useTranslation('planning')
  const { data, error, isPending, refetch } = useQuery(planningSettings())
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('text')}
        breadcrumb={[{ label: t('settings:title'), link: { to: '/dashboard/settings' } }, { label: t('title') }]}
      />
      <div className={classes.cards}>
        {data ? (
          <>
            <Card>
              <PlanningFields {...data} />
            </Card>
            <Card>
              <PlanningPeople planning={data} />
            </Card>
          </>
        ) : isPending ? (
          <Skeleton height={640} radius="md" />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </>
  )
}
