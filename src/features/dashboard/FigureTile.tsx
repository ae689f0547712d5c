import { Text } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'
import classes from './FigureTile.module.css'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & {
  label: string
  figure: string
  below: string
  look?: 'running' | 'stopped' | 'offline' | 'warning'
}

const Tile = ({ label, figure, below, look, ...anchor }: Props) => (
  <li className={classes.item}>
    <a {...anchor} className={classes.tile} data-look={look}>
      <span className={classes.label}>{label}</span>
      <span className={classes.figure}>{figure}</span>
      <Text span size="sm" c="dimmed">
        {below}
      </Text>
    </a>
  </li>
)

/** A figure with a link to its list. */
export const FigureTile = createLink(Tile)
