import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Planning.module.css'

/** A titled group of fields. */
export function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <div>
        <Title order={2} size="h3">
          {title}
        </Title>
        {text && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </div>
      {children}
    </section>
  )
}
