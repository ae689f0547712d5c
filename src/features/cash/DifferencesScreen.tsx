import { Text, Title } from '@mantine/core'
import { IconScaleOutline } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { QueryError } from '#app/components/QueryError.tsx'
import { formats } from '#app/data/formats.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { CashDifferences } from '#contract/collections.ts'
import { fromIso } from '#domain/time.ts'
import classes from './Count.module.css'
import { cashDifferences } from './counts.queries.ts'
import { DifferenceTable } from './DifferenceTable.tsx'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/more/cash-withdrawal/differences')({ component: DifferencesScreen })

/** Differences of counted bags by machine, person and cause, and which of them repeat beyond chance. */
function DifferencesScreen() {
  const { t } = useTranslation('collections')
  const report = useQuery(cashDifferences())
  const { data, error } = report
  return (
    <>
      <PageHeader
        title={t('differences.title')}
        {...(data ? { subtitle: t('differences.subtitle', { date: formats().date(fromIso(data.from)) }) } : {})}
        breadcrumb={[{ label: t('cash:title'), link: { to: '/dashboard/more/cash-withdrawal' } }, { label: t('differences.title') }]}
      />
      {error && !data && <QueryError error={error} onRetry={() => void report.refetch()} />}
      {report.isPending && <ListSkeleton />}
      {data && data.causes.length === 0 && (
        <EmptyState
          icon={<IconScaleOutline />}
          title={t('differences.none')}
          text={t('differences.noneText')}
          action={<LinkButton to="/dashboard/more/cash-withdrawal/count">{t('count.title')}</LinkButton>}
        />
      )}
      {data && data.causes.length > 0 && <Report report={data} />}
    </>
  )
}

function Report({ report: { machines, people, causes, pairs } }: { report: CashDifferences }) {
  const { t } = useTranslation('collections')
  return (
    <div className={classes.page}>
      <Text c="dimmed" maw="46rem">
        {t('differences.explain')}
      </Text>
      <DifferenceTable
        title={t('differences.machines')}
        column={t('column.machine')}
        rows={machines.map(({ machine, ...row }) => ({ ...row, key: String(machine.id), name: machine.name }))}
      />
      <DifferenceTable
        title={t('differences.people')}
        column={t('column.user')}
        rows={people.map(({ user, ...row }) => ({ ...row, key: String(user.id), name: user.name }))}
      />
      <DifferenceTable
        title={t('differences.causes')}
        column={t('differences.causes')}
        rows={causes.map(({ cause, ...row }) => ({ ...row, key: cause, name: t(`differences.cause.${cause}`) }))}
      />
      {pairs.length > 0 && (
        <section className={classes.section}>
          <Title order={2}>{t('differences.pairs')}</Title>
          <PairList pairs={pairs} />
        </section>
      )}
    </div>
  )
}

/** Collections whose differences cancel each other: swapped bags, and cash that stayed in a cash box. */
function PairList({ pairs }: { pairs: CashDifferences['pairs'] }) {
  const { t } = useTranslation('collections')
  const { signedMoney, dateTime } = formats()
  return (
    <ul className={classes.pairs}>
      {pairs.map(({ cause, collections }) => (
        <li key={collections.map(({ id }) => id).join()}>
          <b>{t(`differences.cause.${cause}`)}</b>
          {collections.map(({ id, bag, machine, created, difference }) => (
            <span key={id}>
              {[bag, machine.name, dateTime(fromIso(created))].filter(Boolean).join(' · ')}: {signedMoney(difference)}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
