import { Skeleton } from '@mantine/core'
import type { ComponentProps } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import type { Bars, Ring } from './Charts.tsx'

// The drawing of charts is larger than all else that a screen needs: it comes after the figures.
const LazyBars = lazyPart(async () => (await import('./Charts.tsx')).Bars, {
  waiting: ({ height }) => <Skeleton height={height} radius="md" />,
  missing: () => null,
})
const LazyRing = lazyPart(async () => (await import('./Charts.tsx')).Ring, {
  waiting: ({ size }) => <Skeleton height={size} width={size} circle />,
  missing: () => null,
})

/** A chart says the same as `words`, which stand in its place for whoever does not see it. */
export const BarsFigure = ({ words, ...bars }: ComponentProps<typeof Bars> & { words: string }) => (
  <div role="img" aria-label={words}>
    <LazyBars {...bars} />
  </div>
)

export const RingFigure = ({ words, ...ring }: ComponentProps<typeof Ring> & { words: string }) => (
  <div role="img" aria-label={words}>
    <LazyRing {...ring} />
  </div>
)
