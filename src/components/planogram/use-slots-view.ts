import { useLocalStorage } from '@mantine/hooks'

export const VIEWS = ['PLANOGRAM', 'LIST'] as const
type View = (typeof VIEWS)[number]

/** How this device shows the slots of machines. */
export const useSlotsView = () => useLocalStorage<View>({ key: 'slotsView', defaultValue: 'PLANOGRAM', getInitialValueInEffect: false })
