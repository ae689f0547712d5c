import { Skeleton } from '@mantine/core'
import type { ComponentProps } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import type { Bars, Ring } from './Charts.tsx'

// The chart library is larger than everything else on a screen, so it is loaded after the figures.
const LazyBars = lazyPart(async () => (await import('./Charts.tsx')).Bars, {
  waiting: ({ height }) => <Skeleton height={height} radius="md" />,
  missing: () => null,
})
const LazyRing = lazyPart(async () => (await import('./Charts.tsx')).Ring, {
  waiting: ({ size }) => <Skeleton height={size} width={size} circle />,
  missing: () => null,
})

/** A chart with `words` as its text alternative. */
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
