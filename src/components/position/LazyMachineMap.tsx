import { Skeleton } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { type ComponentProps, useState } from 'react'
import type { MachineMap } from '#app/components/map/MachineMap.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { MapFailureAlert } from './MapFailureAlert.tsx'

/** The map and its data are larger than the rest of the app, so they are loaded on demand. */
const Drawn = lazyPart(async () => (await import('#app/components/map/MachineMap.tsx')).MachineMap, { waiting: Waiting, missing: Missing })

export function LazyMachineMap(props: ComponentProps<typeof MachineMap>) {
  const { ref, inViewport } = useInViewport()
  const [isSeen, setSeen] = useState(false)
  if (inViewport && !isSeen) setSeen(true)
  return <div ref={ref}>{isSeen ? <Drawn {...props} /> : <Waiting />}</div>
}

function Waiting() {
  return <Skeleton height={256} radius="md" />
}

/** There is no network, and the map was never opened on this device. */
function Missing() {
  return <MapFailureAlert failure="not-loaded" />
}
