import { Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Card } from '#app/ui/Card.tsx'
import { BarsFigure } from '#app/ui/charts/LazyCharts.tsx'

const HEIGHT = 260

type Props = { label: string } & Omit<ComponentProps<typeof BarsFigure>, 'height'>

/** A chart under the name of what it shows. */
export const BarsCard = ({ label, ...figure }: Props) => (
  <Card aria-label={label}>
    <Text fw={600} size="sm" mb="sm">
      {figure.name}
    </Text>
    <BarsFigure {...figure} height={HEIGHT} />
  </Card>
)
