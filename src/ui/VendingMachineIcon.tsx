import { createReactComponent } from '@tabler/icons-react'

/** A machine with shelves, in the style of the other icons, which have none. */
export const VendingMachineIcon = createReactComponent('outline', 'vending-machine', 'VendingMachine', [
  ['path', { d: 'M6 3h12a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2', key: 'body' }],
  ['path', { d: 'M15 3v18', key: 'panel' }],
  ['path', { d: 'M7 8h5', key: 'upper-shelf' }],
  ['path', { d: 'M7 12h5', key: 'lower-shelf' }],
  ['path', { d: 'M7 17h5', key: 'tray' }],
  ['path', { d: 'M17.5 8v2', key: 'coins' }],
])
