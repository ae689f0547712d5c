import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActivityFeed } from '#app/components/ActivityFeed.tsx'
import { shortLines } from '#app/components/change-draft.ts'
import { PickListButton } from '#app/components/PickListButton.tsx'
import { useUntilLabels } from '#app/components/use-until-labels.ts'
import { WarehouseChangeDialog } from '#app/components/WarehouseChangeDialog.tsx'
import type { Until } from '#app/data/missing.ts'
import { lacking } from '#app/data/pick-list.ts'
import type { ProductShortage } from '#app/data/shortages.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import type { ActivityType } from '#contract/activity.ts'
import type { ProductId } from '#domain/ids.ts'
import { PickListDialog } from './PickListDialog.tsx'

type Props = {
  /** The shortages of all machines by then. */
  short: readonly ProductShortage[]
  until: Until
}

/** Warehouse actions for shortages. */
export function WarehouseBar({ short, until }: Props) {
  const { t } = useTranslation('stock')
  const [open, setOpen] = useState<'changes' | 'change' | 'pick' | 'list' | null>(null)
  const [picked, setPicked] = useState<ReadonlyMap<ProductId, number> | null>(null)
  const words = useUntilLabels()
  const close = () => setOpen(null)
  const client = useQueryClient()
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
        <Button size="md" variant="subtle" disabled={short.length === 0} onClick={() => setOpen('list')}>
          {t('pick.title')}
        </Button>
      </Group>
      <PickListDialog
        opened={open === 'list'}
        until={until}
        picked={new Map(short.map(({ product, missing }) => [product.id, missing]))}
        onClose={close}
      />
      {picked && (
        <Alert
          mb="md"
          color="green"
          role="status"
          icon={<IconCircleCheck aria-hidden />}
          withCloseButton
          closeButtonLabel={t('saved.dismiss')}
          onClose={() => setPicked(null)}
        >
          <Text mb="sm">{t('pick.done', { count: picked.size })}</Text>
          <PickListButton picked={picked} known={() => client.fetchQuery(lacking(until))} label={t('pick.listOfPick')} variant="filled" />
        </Alert>
      )}
      <WarehouseChangeDialog opened={open === 'change'} onClose={close} />
      <WarehouseChangeDialog
        opened={open === 'pick'}
        onClose={close}
        prepared={{ type: 'PICK', lines: shortLines(short), what: words(until) }}
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

const CHANGED: readonly ActivityType[] = ['INVENTORY_CHANGED']

function LastChanges() {
  const { t } = useTranslation('stock')
  return (
    <>
      <ActivityFeed types={CHANGED} isShort />
      <Group justify="flex-end" mt="md" data-actions>
        <LinkButton variant="default" to="/dashboard/inventory" search={{ tab: 'changes' }}>
          {t('pick.allChanges')}
        </LinkButton>
      </Group>
    </>
  )
}
