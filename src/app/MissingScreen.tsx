import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#app/ui/ErrorState.tsx'

/**
 * A screen whose code could not be fetched. It is requested again at the press of the button and once the network is back. The page is
 * reloaded only if the server responds but has no such file, because it has a newer version: without a network a reload would end the app.
 */
export function MissingScreen({ reset }: { reset(): void }) {
  const { t } = useTranslation()
  const router = useRouter()
  const [state, setState] = useState<'missing' | 'trying' | 'unreachable'>('missing')
  const retry = async () => {
    setState('trying')
    // Fetched when it is needed, because the first page has little room. Without a network, that fails too.
    const result = await import('./retry-screen.ts').then(
      ({ loadScreens }) => loadScreens(router),
      () => 'unreachable' as const,
    )
    if (result === 'loaded') reset()
    else if (result === 'outdated') location.reload()
    else setState('unreachable')
  }
  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  })
  return (
    <ErrorState
      title={t('screenMissing')}
      text={t(state === 'unreachable' ? 'screenStillMissing' : 'screenMissingText')}
      isBusy={state === 'trying'}
      onRetry={retry}
    />
  )
}
