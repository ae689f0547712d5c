import type { AnyRouter } from '@tanstack/react-router'
import { site } from '#contract/system.ts'
import { call } from '#offline/api-client.ts'

/** Requests the code of the current screens again. Those that are loaded have nothing left to preload. */
export async function loadScreens({ routesById, state }: AnyRouter): Promise<'loaded' | 'unreachable' | 'outdated'> {
  const screens = state.matches.map(({ routeId }) => routesById[routeId].options.component)
  await Promise.all(screens.map((screen) => screen?.preload?.()))
  if (screens.every((screen) => !screen?.preload)) return 'loaded'
  return (await call(site)).state === 'unreachable' ? 'unreachable' : 'outdated'
}
