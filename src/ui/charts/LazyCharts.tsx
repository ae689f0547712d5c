import { Skeleton } from '@mantine/core'
import { type ComponentProps, lazy, Suspense } from 'react'
import type { Bars, Ring } from './Charts.tsx'

// The drawing of charts is larger than all else that a screen needs: it comes after the figures.
const LazyBars = lazy(async () => ({ default: (await import('./Charts.tsx')).Bars }))
const LazyRing = lazy(async () => ({ default: (await import('./Charts.tsx')).Ring }))

/** A chart says the same as `words`, which stand in its place for whoever does not see it. */
export const BarsFigure = ({ words, ...bars }: ComponentProps<typeof Bars> & { words: string }) => (
  <div role="img" aria-label={words}>
    <Suspense fallback={<Skeleton height={bars.height} radius="md" />}>
      <LazyBars {...bars} />
    </Suspense>
  </div>
)

export const RingFigure = ({ words, ...ring }: ComponentProps<typeof Ring> & { words: string }) => (
  <div role="img" aria-label={words}>
    <Suspense fallback={<Skeleton height={ring.size} width={ring.size} circle />}>
      <LazyRing {...ring} />
    </Suspense>
  </div>
)
