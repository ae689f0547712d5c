import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { toastSuccess } from '#app/ui/toasts.ts'

/** Whoever comes back from paying is told that it worked, once: a reload says nothing more. */
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
