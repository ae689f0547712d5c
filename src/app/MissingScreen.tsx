import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { site } from '#contract/system.ts'
import { call } from '#offline/api-client.ts'

/** Requests the code of the current screens again. Those that are loaded have nothing left to preload. */
async function loadScreens({ routesById, state }: AnyRouter): Promise<boolean> {
  const screens = state.matches.map(({ routeId }) => routesById[routeId].options.component)
  await Promise.all(screens.map((screen) => screen?.preload?.()))
  return screens.every((screen) => !screen?.preload)
}

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
    if (await loadScreens(router)) return reset()
    const answer = await call(site)
    if (answer.state === 'unreachable') setState('unreachable')
    else location.reload()
  }
  const retryOnline = useEffectEvent(() => void retry())
  useEffect(() => {
    const listening = new AbortController()
    addEventListener('online', () => retryOnline(), { signal: listening.signal })
    return () => listening.abort()
  }, [])
  return (
    <ErrorState
      title={t('screenMissing')}
      text={t(state === 'unreachable' ? 'screenStillMissing' : 'screenMissingText')}
      isBusy={state === 'trying'}
      onRetry={() => void retry()}
    />
  )
}
