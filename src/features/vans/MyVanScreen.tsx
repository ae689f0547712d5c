import { Alert, Button, Modal, Stack, Title } from '@mantine/core'
import {
  IconArrowBackUp,
  IconClipboardCheck,
  IconPackageExport,
  IconPackageImport,
  IconScan,
  IconTrash,
  IconTruck,
  type TablerIcon,
} from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unitOf } from '#app/data/activity.ts'
import { formats } from '#app/data/formats.ts'
import { type MyVan, ownVan } from '#app/data/van.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { VanChange } from '#domain/vans/van.ts'
import { ChangeForm } from './ChangeForm.tsx'
import { GiveDialog } from './GiveDialog.tsx'
import { GoodsName } from './GoodsName.tsx'
import { TakeDialog } from './TakeDialog.tsx'
import classes from './Vans.module.css'

export const Route = createFileRoute('/_signed-in/dashboard/serviceman/van')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(ownVan()),
  component: MyVanScreen,
})

/** The van that the user drives; everything on this screen works without a network. */
function MyVanScreen() {
  const { t } = useTranslation('vans')
  const { data: own } = useSuspenseQuery(ownVan())
  return (
    <div className={classes.page}>
      <PageHeader title={own?.van.name ?? t('mine')} subtitle={own ? t('mineHelp') : undefined} />
      {own ? (
        <Contents own={own} />
      ) : (
        <EmptyState
          icon={<IconTruck />}
          title={t('noneOfMine')}
          text={t('noneOfMineText')}
          action={
            <LinkButton to="/dashboard/serviceman/tasks" size="md">
              {t('toTasks')}
            </LinkButton>
          }
        />
      )}
    </div>
  )
}

const CHANGES: readonly [VanChange, TablerIcon][] = [
  ['LOAD', IconPackageImport],
  ['RETURN', IconArrowBackUp],
  ['COUNT', IconClipboardCheck],
  ['LOSS', IconTrash],
]

function Contents({ own }: { own: MyVan }) {
  const { t } = useTranslation('vans')
  const [open, setOpen] = useState<VanChange | 'GIVE' | 'TAKE' | null>(null)
  const close = () => setOpen(null)
  const { amount } = formats()
  const isBelow = own.goods.some(({ quantity }) => quantity < 0)
  const canHandOver = own.van.others.length > 0
  return (
    <Stack gap="lg">
      <div className={classes.actions}>
        {CHANGES.map(([type, Icon]) => (
          <Button
            key={type}
            className={classes.action ?? ''}
            variant={type === 'LOAD' ? 'filled' : 'default'}
            leftSection={<Icon size={22} aria-hidden />}
            onClick={() => setOpen(type)}
          >
            {t(`do.${type}`)}
          </Button>
        ))}
        {canHandOver && (
          <>
            <Button
              className={classes.action ?? ''}
              variant="default"
              leftSection={<IconPackageExport size={22} aria-hidden />}
              onClick={() => setOpen('GIVE')}
            >
              {t('do.GIVE')}
            </Button>
            <Button
              className={classes.action ?? ''}
              variant="default"
              leftSection={<IconScan size={22} aria-hidden />}
              onClick={() => setOpen('TAKE')}
            >
              {t('do.TAKE')}
            </Button>
          </>
        )}
      </div>
      {isBelow && <Alert color="orange">{t('belowZeroHelp')}</Alert>}
      {own.goods.length === 0 ? (
        <EmptyState icon={<IconTruck />} title={t('empty')} text={t('emptyText')} />
      ) : (
        <section aria-labelledby="in-the-van">
          <Title order={2} id="in-the-van" mb="xs">
            {t('contents')}
          </Title>
          <ul className={classes.list}>
            {own.goods.map(({ product, quantity }) => (
              <li key={product.id} className={classes.line}>
                <span className={classes.name}>
                  <GoodsName product={product} />
                </span>
                <span className={`${classes.figure} ${quantity < 0 ? classes.below : ''}`} data-figures>
                  {amount(quantity, unitOf(product))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <ChangeDialog own={own} type={open === 'GIVE' || open === 'TAKE' ? null : open} onClose={close} />
      <GiveDialog own={own} opened={open === 'GIVE'} onClose={close} />
      <TakeDialog own={own} opened={open === 'TAKE'} onClose={close} />
    </Stack>
  )
}

/** Records what was loaded, returned, counted or lost. */
function ChangeDialog({ own, type, onClose }: { own: MyVan; type: VanChange | null; onClose(): void }) {
  const { t } = useTranslation('vans')
  const { t: common } = useTranslation()
  return (
    <Modal
      opened={type !== null}
      onClose={onClose}
      title={type && t(`dialog.${type}`)}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {type && <ChangeForm key={type} own={own} type={type} onDone={onClose} />}
    </Modal>
  )
}
