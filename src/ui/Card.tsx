import { Paper, type PaperProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Card.module.css'

type Props = PaperProps & {
  children: ReactNode
  component?: 'div' | 'section' | 'article' | 'li' | 'form'
  'aria-label'?: string
  'aria-labelledby'?: string
}

/** The common card. */
export const Card = ({ children, component = 'section', p = 'md', className = '', ...paper }: Props) => (
  <Paper component={component as 'section'} p={p} radius="md" className={`${classes.card} ${className}`} {...paper}>
    {children}
  </Paper>
)
