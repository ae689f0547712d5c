import { ActionIcon, Button, Text } from '@mantine/core'
import { IconPencil, IconRestore, IconTag, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { OpenProduct } from '#app/components/products/OpenProduct.tsx'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { deleteProduct, restoreProduct } from '#app/data/products.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { toastWithUndo } from '#app/ui/undo-toast.tsx'
import type { Product } from '#contract/products.ts'
import classes from './OwnProducts.module.css'

/** A product of the catalogue with its actions. */
export function ProductRow({ product, onEdit }: { product: Product; onEdit(product: Product): void }) {
  const { t } = useTranslation('products')
  const { money, rate } = formats()
  const [isDeleting, setDeleting] = useState(false)
  // A catalogue has hundreds of rows, so each dialog is created on demand.
  const [wasDeleting, setWasDeleting] = useState(false)
  const { sku, name, packaging, tax, lastCost, deleted } = product
  const onError = () => toastError(t('form.failed'))
  // Options of the mutations and not of one call, whose callbacks are dropped when the deletion removes the row.
  const restoring = useServerMutation({
    ...restoreProduct(sku),
    onSuccess: () => toastSuccess(t('restored', { product: name })),
    onError,
  })
  const restore = () => restoring.mutate(undefined)
  const deletion = useServerMutation({
    ...deleteProduct(sku),
    onSuccess: () => {
      setDeleting(false)
      toastWithUndo(t('deleted', { product: name }), restore)
    },
    onError,
  })
  return (
    <>
      <div className={classes.product} data-deleted={deleted || undefined}>
        <OpenProduct product={product} />
        <Text size="sm" c="dimmed" className={classes.facts}>
          {[t(`packaging.${packaging}`), sku].join(' · ')}
        </Text>
      </div>
      <div className={classes.figures}>
        <Text className={classes.figure}>
          {packaging !== 'COFFEE' && lastCost !== undefined && (
            <>
              <span className={classes.term}>{t('field.lastCost')} </span>
              {money(lastCost)}
            </>
          )}
        </Text>
        <Text className={classes.figure}>
          <span className={classes.term}>{t('field.tax')} </span>
          {rate(tax)}
        </Text>
      </div>
      <div className={classes.actions}>
        {deleted ? (
          <Button
            variant="light"
            loading={restoring.isPending}
            leftSection={<IconRestore size={18} aria-hidden />}
            aria-label={t('restoreOf', { product: name })}
            onClick={restore}
          >
            {t('restore')}
          </Button>
        ) : (
          <>
            <Link
              to="/dashboard/assortment"
              search={{ prices: sku }}
              className={classes.prices ?? ''}
              aria-label={t('prices.open', { product: name })}
            >
              <IconTag size={20} aria-hidden />
            </Link>
            <ActionIcon variant="subtle" size={44} aria-label={t('editOf', { product: name })} onClick={() => onEdit(product)}>
              <IconPencil size={20} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={t('deleteOf', { product: name })}
              onClick={() => {
                setWasDeleting(true)
                setDeleting(true)
              }}
            >
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          </>
        )}
      </div>
      {wasDeleting && (
        <ConfirmDialog
          opened={isDeleting}
          title={t('delete.title', { product: name })}
          confirm={t('delete.confirm')}
          isDangerous
          isBusy={deletion.isPending}
          onConfirm={() => deletion.mutate(undefined)}
          onClose={() => setDeleting(false)}
        >
          <Text>{t('delete.text')}</Text>
          <ErrorText text={deletion.errorText} />
        </ConfirmDialog>
      )}
    </>
  )
}
