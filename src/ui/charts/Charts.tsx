import { BarChart, DonutChart } from '@mantine/charts'

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
      ...(nameBefore ? [{ name: 'before', label: nameBefore, color: 'slate.4' }] : []),
      { name: 'value', label: name, color: 'teal.6' },
    ]}
    withLegend={nameBefore !== undefined}
    valueFormatter={wordsOf}
    yAxisProps={{ tickFormatter: scaleOf, width: 56, allowDecimals: bars.some(({ value }) => !Number.isInteger(value)) }}
    xAxisProps={{ minTickGap: 24, interval: 'preserveStartEnd' }}
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
    pieProps={{ isAnimationActive: false }}
  />
)
