import { Badge, Button } from '@mantine/core'
import { IconPlus, IconTruck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryError } from '#app/components/QueryError.tsx'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { Van } from '#contract/vans.ts'
import { VanDialog } from './VanDialog.tsx'
import classes from './Vans.module.css'
import { vanList } from './vans.queries.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/vans/')({ component: VansScreen })

/** The vans of the company: who drives which, and what is in them. */
function VansScreen() {
  const { t } = useTranslation('vans')
  const { number } = formats()
  const { data, error, refetch } = useQuery(vanList())
  const [isNew, setNew] = useState(false)
  const columns = useMemo((): Column<Van>[] => {
    const figure = (key: 'pieces' | 'products' | 'belowZero', label: string): Column<Van> => ({
      key,
      label,
      isNumber: true,
      sortBy: (van) => van[key],
      cell: (van) => <span className={key === 'belowZero' && van[key] > 0 ? (classes.below ?? '') : ''}>{number(van[key])}</span>,
    })
    return [
      {
        key: 'name',
        label: t('name'),
        sortBy: ({ name }) => name,
        cell: ({ id, name, isActive }) => (
          <>
            <Link to="/dashboard/vans/$vanId" params={{ vanId: String(id) }}>
              {name}
            </Link>{' '}
            {!isActive && (
              <Badge variant="light" color="gray">
                {t('outOfUse')}
              </Badge>
            )}
          </>
        ),
      },
      {
        key: 'driver',
        label: t('driver'),
        sortBy: ({ driver }) => driver?.name ?? null,
        cell: ({ driver }) => driver?.name ?? t('noDriver'),
      },
      figure('pieces', t('pieces')),
      figure('products', t('products')),
      figure('belowZero', t('belowZero')),
    ]
  }, [t, number])
  const create = (
    <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setNew(true)}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={data && data.length > 0 && create} />
      {error && !data ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <ListSkeleton />
      ) : data.length === 0 ? (
        <EmptyState icon={<IconTruck />} title={t('none')} text={t('noneText')} action={create} />
      ) : (
        <Card p={0}>
          <Table name="vans" label={t('title')} columns={columns} rows={data} keyOf={({ id }) => id} />
        </Card>
      )}
      <VanDialog opened={isNew} van={null} onClose={() => setNew(false)} />
    </>
  )
}
