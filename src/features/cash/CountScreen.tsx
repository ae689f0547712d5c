import { Button, Text, Title } from '@mantine/core'
import { IconArrowBackUp, IconMoneybag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { QueryError } from '#app/components/QueryError.tsx'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { CountedBag, UncountedBag } from '#contract/collections.ts'
import classes from './Count.module.css'
import { CountedTable } from './CountedTable.tsx'
import { CountForm, focusAmount } from './CountForm.tsx'
import { countedBags, uncountedBags, undoCount } from './counts.queries.ts'
import { Difference } from './Difference.tsx'
import { UncountedTable } from './UncountedTable.tsx'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/more/cash-withdrawal/count')({ component: CountScreen })

/** Counts many bags with the keyboard alone, without showing what is expected before an amount is saved. */
function CountScreen() {
  const { t } = useTranslation('collections')
  const [chosen, setChosen] = useState<UncountedBag | null>(null)
  const [last, setLast] = useState<CountedBag | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const uncounted = useQuery(uncountedBags())
  const counted = useQuery(countedBags())
  const undo = useServerMutation(undoCount)
  const choose = (one: UncountedBag | null) => {
    setChosen(one)
    if (one) focusAmount(form.current)
  }
  const bags = uncounted.data?.items
  return (
    <>
      <PageHeader
        title={t('count.title')}
        subtitle={t('count.subtitle')}
        breadcrumb={[{ label: t('cash:title'), link: { to: '/dashboard/more/cash-withdrawal' } }, { label: t('count.title') }]}
      />
      <div className={classes.page}>
        <CountForm chosen={chosen} onChosen={choose} onCounted={setLast} form={form} />
        <div className={classes.last} role="status">
          {last && (
            <LastCount count={last} isUndoing={undo.isPending} onUndo={() => undo.mutate(last.id, { onSuccess: () => setLast(null) })} />
          )}
        </div>
        <ErrorText text={undo.errorText} />
        <section className={classes.section}>
          {bags && bags.length > 0 && (
            <Title order={2}>{t('uncounted.title', { count: uncounted.data?.pageDetails.totalElements ?? 0 })}</Title>
          )}
          {uncounted.isError && !bags && <QueryError error={uncounted.error} onRetry={() => void uncounted.refetch()} />}
          {uncounted.isPending && <ListSkeleton rows={3} />}
          {bags?.length === 0 && <EmptyState icon={<IconMoneybag />} title={t('uncounted.none')} text={t('uncounted.noneText')} />}
          {bags && bags.length > 0 && <UncountedTable rows={bags} onChoose={choose} />}
        </section>
        <section className={classes.section}>
          <Title order={2}>{t('counted.title')}</Title>
          {counted.isError && !counted.data && <QueryError error={counted.error} onRetry={() => void counted.refetch()} />}
          {counted.isPending && <ListSkeleton rows={3} />}
          {counted.data?.items.length === 0 && <Text c="dimmed">{t('counted.none')}</Text>}
          {counted.data && counted.data.items.length > 0 && <CountedTable rows={counted.data.items} />}
        </section>
      </div>
    </>
  )
}

/** The bag that was counted last, with its difference, and its undo. */
function LastCount({ count, isUndoing, onUndo }: { count: CountedBag; isUndoing: boolean; onUndo(): void }) {
  const { t } = useTranslation('collections')
  const { money } = formats()
  const { collection, bag, amount } = count
  return (
    <>
      <span>
        <b>{[bag, collection?.machine.name].filter(Boolean).join(' · ')}</b>: {money(amount)}
      </span>
      {collection ? <Difference amount={collection.figures.difference} /> : <span>{t('counted.unknown')}</span>}
      {collection?.figures.bagUsedTwice && <span>{t('usedTwice')}</span>}
      <Button variant="subtle" size="sm" leftSection={<IconArrowBackUp size={18} aria-hidden />} loading={isUndoing} onClick={onUndo}>
        {t('count.undo')}
      </Button>
    </>
  )
}
