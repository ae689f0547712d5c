import { Text, ThemeIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

type Props = { icon?: ReactNode; title: string; text?: ReactNode; action?: ReactNode; color?: 'green' | 'red' | 'slate'; isPage?: boolean }

/** An empty state with the next step. `isPage`: it fills the page, and its title is the page's. */
export const EmptyState = ({ icon, title, text, action, color = 'slate', isPage = false }: Props) => (
  <div className={classes.empty}>
    {icon && (
      <ThemeIcon size={56} radius="xl" variant="light" color={color} aria-hidden className={classes.icon}>
        {icon}
      </ThemeIcon>
    )}
    <Text component={isPage ? 'h1' : 'p'} m={0} fw={600} size="lg">
      {title}
    </Text>
    {text && (
      <Text component="div" c="dimmed" maw={420}>
        {text}
      </Text>
    )}
    {action}
  </div>
)
