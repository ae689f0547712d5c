import { useSyncExternalStore } from 'react'
import type { Moment } from '#domain/time.ts'
import { recall, remember } from './local-settings.ts'

/**
 * Chromium's install prompt, which is missing from the type libraries
 * (https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface).
 */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPrompt
  }
}

/** How the app is installed: it already is, the browser offers a prompt, or the user does it in the browser's menu. */
export type Way = 'installed' | 'offered' | 'iphone' | 'iphone-other-browser' | 'android' | 'mac-safari' | 'desktop'

let offer: InstallPrompt | null = null
let isJustInstalled = false
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of [...listeners]) listener()
}

/** Listens for the install prompt, which the browser sends once and early, and counts the visit. */
export function listenForInstalling(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer = event
    notify()
  })
  window.addEventListener('appinstalled', () => {
    offer = null
    isJustInstalled = true
    notify()
  })
  if (isNewVisit()) remember('visits', String(visits() + 1))
}

function isNewVisit(): boolean {
  try {
    if (sessionStorage.getItem('visited')) return false
    sessionStorage.setItem('visited', 'yes')
    return true
  } catch {
    return false
  }
}

export const visits = (): number => Number(recall('visits')) || 0

/** When the user dismissed the hint; null if never. */
const dismissedAt = (): Moment | null => Number(recall('installDismissedAt')) || null

export function dismissInstalling(now: Moment): void {
  remember('installDismissedAt', String(now))
  notify()
}

/** Shows the browser's install prompt, which works once. */
export async function install(): Promise<void> {
  const shown = offer
  offer = null
  await shown?.prompt()
  notify()
}

const onChange = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useWay = (): Way => useSyncExternalStore(onChange, way)
export const useDismissedAt = (): Moment | null => useSyncExternalStore(onChange, dismissedAt)

function way(): Way {
  if (isJustInstalled || isStandalone()) return 'installed'
  if (offer) return 'offered'
  return wayByHand(navigator.userAgent, navigator.maxTouchPoints)
}

const isStandalone = () => matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)

/** Which menu the user has to open. An iPad identifies itself as a Mac but has a touch screen. */
export function wayByHand(userAgent: string, touchPoints: number): Way {
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  if (isApple) return /CriOS|FxiOS|EdgiOS|OPiOS/.test(userAgent) ? 'iphone-other-browser' : 'iphone'
  if (/Android/.test(userAgent)) return 'android'
  if (/Macintosh/.test(userAgent) && /Safari\//.test(userAgent) && !/Chrom(e|ium)|Edg\//.test(userAgent)) return 'mac-safari'
  return 'desktop'
}
