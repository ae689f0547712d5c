import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangesTable } from '#app/components/ChangesTable.tsx'
import { WarehouseChangeDialog } from '#app/components/WarehouseChangeDialog.tsx'
import type { ProductShortage } from '#app/data/shortages.ts'
import { warehouseChanges } from '#app/data/warehouse.ts'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { ProductId } from '#domain/ids.ts'
import { PickListButton } from './PickListButton.tsx'

/** What can be done about shortages in the warehouse. `short`: what all machines lack. */
export function WarehouseBar({ short }: { short: readonly ProductShortage[] }) {
  const { t } = useTranslation('stock')
  const [open, setOpen] = useState<'changes' | 'change' | 'pick' | null>(null)
  const [picked, setPicked] = useState<ReadonlyMap<ProductId, number> | null>(null)
  const lines = short.map(({ product, currentShortage }) => ({ productId: product.id, quantity: String(currentShortage) }))
  const close = () => setOpen(null)
  return (
    <>
      <Group gap="sm" mb="md">
        <Button size="md" disabled={short.length === 0} onClick={() => setOpen('pick')}>
          {t('pick.open')}
        </Button>
        <Button size="md" variant="default" onClick={() => setOpen('change')}>
          {t('pick.newChange')}
        </Button>
        <Button size="md" variant="default" onClick={() => setOpen('changes')}>
          {t('pick.lastChanges')}
        </Button>
        <PickListButton
          picked={new Map(short.map(({ product, currentShortage }) => [product.id, currentShortage]))}
          label={t('pick.list')}
        />
      </Group>
      {picked && (
        <Alert
          mb="md"
          color="teal"
          role="status"
          icon={<IconCircleCheck aria-hidden />}
          withCloseButton
          closeButtonLabel={t('saved.dismiss')}
          onClose={() => setPicked(null)}
        >
          <Text mb="sm">{t('pick.done', { count: picked.size })}</Text>
          <PickListButton picked={picked} label={t('pick.listOfPick')} variant="filled" />
        </Alert>
      )}
      <WarehouseChangeDialog opened={open === 'change'} onClose={close} />
      <WarehouseChangeDialog
        opened={open === 'pick'}
        onClose={close}
        prepared={{ type: 'PICK', lines }}
        onDone={({ type, items }) =>
          setPicked(type === 'PICK' ? new Map(items.map(({ productId, quantity }) => [productId, quantity])) : null)
        }
      />
      <Modal
        opened={open === 'changes'}
        onClose={close}
        size="xl"
        title={t('pick.lastChanges')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {open === 'changes' && <LastChanges />}
      </Modal>
    </>
  )
}

const LATEST = { page: 0, size: 3, query: '' }

function LastChanges() {
  const { t } = useTranslation('stock')
  const list = useQuery(warehouseChanges(LATEST))
  if (list.error && !list.data) return <ErrorState onRetry={() => void list.refetch()} />
  if (!list.data) return <ListSkeleton rows={3} height={44} />
  return (
    <>
      {list.data.items.length === 0 ? <Text c="dimmed">{t('pick.noChanges')}</Text> : <ChangesTable rows={list.data.items} />}
      <Group justify="flex-end" mt="md">
        <LinkButton variant="default" to="/dashboard/inventory" search={{ tab: 'changes' }}>
          {t('pick.allChanges')}
        </LinkButton>
      </Group>
    </>
  )
}
