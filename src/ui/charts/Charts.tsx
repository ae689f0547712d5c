import { BarChart, CompositeChart, DonutChart } from '@mantine/charts'
import { ReferenceArea, ReferenceDot, ReferenceLine } from 'recharts'

type BarsProps = {
  /** `before`: the value to compare with; on all bars or none. */
  bars: readonly { label: string; value: number; before?: number }[]
  /** Name of the values in their tooltip. */
  name: string
  nameBefore?: string
  wordsOf(value: number): string
  scaleOf(value: number): string
  height: number
}

/** Bars next to each other, in order of time. */
export const Bars = ({ bars, name, nameBefore, wordsOf, scaleOf, height }: BarsProps) => (
  <BarChart
    h={height}
    data={bars.map((bar) => ({ ...bar }))}
    dataKey="label"
    series={[
      ...(nameBefore ? [{ name: 'before', label: nameBefore, color: 'var(--app-data-before)' }] : []),
      { name: 'value', label: name, color: 'var(--app-data)' },
    ]}
    withLegend={nameBefore !== undefined}
    valueFormatter={wordsOf}
    yAxisProps={{ tickFormatter: scaleOf, width: 'auto', allowDecimals: bars.some(({ value }) => !Number.isInteger(value)) }}
    xAxisProps={{ minTickGap: 24, interval: 'equidistantPreserveStart' }}
    barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }}
    tickLine="none"
    gridAxis="x"
    accessibilityLayer={false}
    tooltipAnimationDuration={0}
  />
)

type RingProps = { parts: readonly { name: string; value: number; color: string }[]; label: string; size: number }

/** Parts of a whole. */
export const Ring = ({ parts, label, size }: RingProps) => (
  <DonutChart
    data={[...parts]}
    size={size}
    thickness={Math.round(size / 7)}
    chartLabel={label}
    strokeWidth={0}
    paddingAngle={parts.filter(({ value }) => value > 0).length > 1 ? 3 : 0}
    tooltipDataSource="segment"
    accessibilityLayer={false}
    // The parts are also text beside the ring, so the keyboard does not stop at it.
    pieProps={{ isAnimationActive: false, rootTabIndex: -1 }}
  />
)

type BandPoint = {
  label: string
  /** A complete part of time, and the current one so far. */
  value: number | null
  soFar: number | null
  band: [low: number, high: number] | null
  isMarked: boolean
}

type BandProps = {
  points: readonly BandPoint[]
  names: { value: string; soFar: string; band: string }
  /** The part of time that has not ended. */
  current: number
  /** The point that is read out. */
  chosen: number
  scaleOf(value: number): string
  height: number
}

const HATCH = 'band-current'

/** A line over the range of comparable days. Marks are points on the axis; the current part of time is hatched. */
export const BandLine = ({ points, names, current, chosen, scaleOf, height }: BandProps) => (
  <CompositeChart
    h={height}
    data={points.map((point, index) => ({ ...point, index }))}
    dataKey="index"
    series={[
      { name: 'band', label: names.band, color: 'slate.4', type: 'area' },
      { name: 'value', label: names.value, color: 'teal.6', type: 'line' },
      { name: 'soFar', label: names.soFar, color: 'teal.6', type: 'line', strokeDasharray: '4 4' },
    ]}
    curveType="linear"
    withDots={false}
    withTooltip={false}
    connectNulls={false}
    strokeWidth={2.5}
    lineProps={{ isAnimationActive: false }}
    areaProps={{ isAnimationActive: false, strokeWidth: 0, fillOpacity: 0.35 }}
    yAxisProps={{ tickFormatter: scaleOf, width: 'auto' }}
    xAxisProps={{ tickFormatter: (index: number) => points[index]?.label ?? '', interval: 'equidistantPreserveStart', minTickGap: 24 }}
    tickLine="none"
    gridAxis="x"
    composedChartProps={{ accessibilityLayer: false }}
  >
    <defs>
      <pattern id={HATCH} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line x1="0" y1="0" x2="0" y2="6" stroke="var(--mantine-color-dimmed)" strokeWidth="1.5" strokeOpacity="0.5" />
      </pattern>
    </defs>
    <ReferenceArea x1={Math.max(0, current - 1)} x2={current} fill={`url(#${HATCH})`} fillOpacity={1} />
    <ReferenceLine x={chosen} stroke="var(--mantine-color-dimmed)" strokeDasharray="2 3" />
    {points
      .flatMap(({ isMarked }, index) => (isMarked ? [index] : []))
      .map((index) => (
        <ReferenceDot key={index} x={index} y={0} r={4} fill="var(--mantine-color-red-filled)" stroke="none" />
      ))}
  </CompositeChart>
)
