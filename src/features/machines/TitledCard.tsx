import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '#app/ui/Card.tsx'

/** A card of a machine's page. */
export const TitledCard = ({ title, children, className }: { title: string; children: ReactNode; className?: string | undefined }) => (
  <Card aria-label={title} className={className ?? ''}>
    <Title order={2} mb="sm">
      {title}
    </Title>
    {children}
  </Card>
)
