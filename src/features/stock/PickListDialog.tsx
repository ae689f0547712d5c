import { Button, Group, Modal, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PickListButton } from '#app/components/PickListButton.tsx'
import { usePickLabels } from '#app/components/use-pick-labels.ts'
import type { Until } from '#app/data/missing.ts'
import { lacking, pickListOf } from '#app/data/pick-list.ts'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { PickRow } from '#documents/pick-list.ts'
import type { ProductId } from '#domain/ids.ts'
import classes from './PickListDialog.module.css'

/** Machines whose lists are rendered at once. */
const MACHINES = 20

type Props = {
  opened: boolean
  picked: ReadonlyMap<ProductId, number>
  /** The time for which shortages are computed. */
  until: Until
  onClose(): void
}

/** The pick list on the screen, as in the PDF: the total in loading order, then each machine. */
export function PickListDialog({ opened, picked, until, onClose }: Props) {
  const { t } = useTranslation('stock')
  const client = useQueryClient()
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title={t('pick.title')} closeButtonProps={{ 'aria-label': t('common:close') }}>
      {opened && <Lists picked={picked} until={until} />}
      <Group justify="flex-end" mt="md" data-actions>
        <PickListButton picked={picked} known={() => client.fetchQuery(lacking(until))} label={t('pick.list')} variant="filled" />
      </Group>
    </Modal>
  )
}

function Lists({ picked, until }: Pick<Props, 'picked' | 'until'>) {
  const { t } = useTranslation('stock')
  const words = usePickLabels()
  const { data: known } = useQuery(lacking(until))
  const [shown, setShown] = useState(MACHINES)
  if (!known) return <ListSkeleton />
  const { all, machines } = pickListOf(picked, known, words, Date.now())
  return (
    <>
      <List heading={t('pick.all')} rows={all} />
      {machines.slice(0, shown).map(({ name, rows }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two machines may share a name, and their order is fixed
        <List key={index} heading={name} rows={rows} />
      ))}
      {machines.length > shown && (
        <Button variant="default" fullWidth mt="lg" size="md" onClick={() => setShown(shown + MACHINES)}>
          {t('machineReports:more')}
        </Button>
      )}
    </>
  )
}

function List({ heading, rows }: { heading: string; rows: readonly PickRow[] }) {
  const { t } = useTranslation('stock')
  const columns: Column<PickRow>[] = [
    { key: 'product', label: t('pick.product'), cell: ({ product }) => product },
    {
      key: 'quantity',
      label: t('pick.quantity'),
      isNumber: true,
      cell: ({ quantity, cases }) => (
        <>
          <Text span fw={600}>
            {quantity}
          </Text>
          {cases && (
            <Text span size="sm" c="dimmed" display="block">
              {cases}
            </Text>
          )}
        </>
      ),
    },
  ]
  return (
    <section className={classes.list}>
      <Text component="h3" className={classes.heading ?? ''}>
        {heading}
      </Text>
      <Table label={heading} columns={columns} rows={rows} keyOf={({ product }) => product} isCompact />
    </section>
  )
}
