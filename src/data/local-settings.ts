/** View settings stored on this device. Private windows may not store them. */
export const MACHINE_VIEWS = ['LIST', 'GRID', 'MAP'] as const
export type MachineView = (typeof MACHINE_VIEWS)[number]

export const machineView = (): MachineView => MACHINE_VIEWS.find((view) => view === recall('machineView')) ?? 'LIST'
export const setMachineView = (view: MachineView): void => void remember('machineView', view)

export const opensMachineInNewTab = (): boolean => recall('openMachineInNewTab') === 'true'
export const setOpensMachineInNewTab = (does: boolean): boolean => remember('openMachineInNewTab', String(does))

/** The look for a dark cellar, beside the colour scheme, which is dark then. */
export const CELLAR = 'cellar'
export const isCellar = (): boolean => recall(CELLAR) === 'true'
export const setCellar = (is: boolean): boolean => remember(CELLAR, String(is))

const NEWS = 'seenNews'

/** A new user has no unseen news. */
export function hasSeenNews(newest: string): boolean {
  const seen = recall(NEWS)
  if (seen === null) remember(NEWS, newest)
  return seen === null || seen >= newest
}
export const noteNewsSeen = (newest: string): boolean => remember(NEWS, newest)

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** False if the browser stores nothing; then the value lasts until the page is left. */
export function remember(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}
