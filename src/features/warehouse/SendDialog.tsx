import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'

type Props = {
  opened: boolean
  supplier: { name: string; email: string | null }
  /** The number of products, and the net sum, as text. */
  shown: string
  amount: string
  /** It was sent before. */
  isAgain?: boolean
  onConfirm(): void
  onClose(): void
}

/** Asks before an order leaves the company, because a mail cannot be taken back. */
export function SendDialog({ opened, supplier: { name, email }, shown, amount, isAgain = false, onConfirm, onClose }: Props) {
  const { t } = useTranslation('supplierOrders')
  return (
    <ConfirmDialog
      opened={opened}
      title={t(isAgain ? 'confirm.again' : 'confirm.title', { supplier: name })}
      confirm={t(email ? 'confirm.send' : 'confirm.order')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t('confirm.what', { shown, amount })} {email ? t('confirm.mail', { email }) : t('confirm.noMail')}
    </ConfirmDialog>
  )
}
