import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { toastSuccess } from '#app/ui/toasts.ts'

/** Confirms a successful payment once after the return from the checkout; not again after a reload. */
export function useUpgraded(): void {
  const { t } = useTranslation('billing')
  useEffect(() => {
    const address = new URL(location.href)
    if (address.searchParams.get('upgraded') !== '1') return
    address.searchParams.delete('upgraded')
    history.replaceState(history.state, '', address)
    toastSuccess(t('upgraded'))
  }, [t])
}
