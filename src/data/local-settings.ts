/** What this device remembers of how somebody likes to look at things. Private windows may keep nothing. */
export const MACHINE_VIEWS = ['LIST', 'GRID', 'MAP'] as const
export type MachineView = (typeof MACHINE_VIEWS)[number]

export const machineView = (): MachineView => MACHINE_VIEWS.find((view) => view === read('machineView')) ?? 'LIST'
export const setMachineView = (view: MachineView): void => write('machineView', view)

export const opensMachineInNewTab = (): boolean => read('openMachineInNewTab') === 'true'

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // It holds until the page is left.
  }
}
