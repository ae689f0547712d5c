import { Skeleton } from '@mantine/core'
import type { ComponentProps } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import type { BandLine, Bars, Ring } from './Charts.tsx'

// The chart library is larger than everything else on a screen, so it is loaded after the figures.
const LazyBars = lazyPart(async () => (await import('./Charts.tsx')).Bars, {
  waiting: ({ height }) => <Skeleton height={height} radius="md" />,
  missing: () => null,
})
const LazyBandLine = lazyPart(async () => (await import('./Charts.tsx')).BandLine, {
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

/** A chart whose points are read out one after another by its user. */
export const BandFigure = (band: ComponentProps<typeof BandLine>) => (
  <div aria-hidden>
    <LazyBandLine {...band} />
  </div>
)
