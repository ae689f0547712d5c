import { Alert, Skeleton } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MachineMap } from './MachineMap.tsx'

/** The map and its data are larger than all the rest of the app: they come once somebody looks at them. */
const Drawn = lazy<typeof MachineMap>(() =>
  import('./FleetMap.tsx').then(
    ({ MachineMap: map }) => ({ default: map }),
    () => ({ default: Missing }),
  ),
)

export function LazyMachineMap(props: ComponentProps<typeof MachineMap>) {
  const { ref, inViewport } = useInViewport()
  const [isSeen, setSeen] = useState(false)
  if (inViewport && !isSeen) setSeen(true)
  const waiting = <Skeleton height={256} radius="md" />
  return (
    <div ref={ref}>
      {isSeen ? (
        <Suspense fallback={waiting}>
          <Drawn {...props} />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  )
}

/** There is no network, and the map was never opened here. */
function Missing() {
  const { t } = useTranslation('machines')
  return <Alert color="orange">{t('mapMissing')}</Alert>
}
