import type { MachineCard } from '#contract/machines.ts'

/** A machine as phones store it, without anything optional. */
export const aMachineCard = (given: Partial<MachineCard> = {}): MachineCard => ({
  id: 1,
  name: 'Foyer',
  type: 'SNACK',
  state: 'RUNNING',
  token: 't',
  vendor: null,
  model: null,
  address: null,
  lat: null,
  lng: null,
  openingHours: null,
  note: null,
  lastRefill: null,
  ...given,
})
