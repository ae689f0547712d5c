/** What this device remembers of how somebody likes to look at things. Private windows may keep nothing. */
export const MACHINE_VIEWS = ['LIST', 'GRID', 'MAP'] as const
export type MachineView = (typeof MACHINE_VIEWS)[number]

export const machineView = (): MachineView => MACHINE_VIEWS.find((view) => view === read('machineView')) ?? 'LIST'
export const setMachineView = (view: MachineView): void => void write('machineView', view)

export const opensMachineInNewTab = (): boolean => read('openMachineInNewTab') === 'true'
export const setOpensMachineInNewTab = (does: boolean): boolean => write('openMachineInNewTab', String(does))

const NEWS = 'seenNews'

/** Whoever never looked is new here, and has seen everything that there is. */
export function hasSeenNews(newest: string): boolean {
  const seen = read(NEWS)
  if (seen === null) write(NEWS, newest)
  return seen === null || seen >= newest
}
export const noteNewsSeen = (newest: string): boolean => write(NEWS, newest)

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** False where this browser keeps nothing: it holds until the page is left. */
function write(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}
