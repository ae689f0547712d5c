import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'
import classes from './FigureTile.module.css'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & {
  label: string
  figure: string
  below: string
  look?: 'running' | 'stopped' | 'offline' | 'warning'
  isBad?: boolean
}

const Tile = ({ label, figure, below, look, isBad = false, ...anchor }: Props) => (
  <li className={classes.item}>
    <a {...anchor} className={classes.tile} data-look={look} data-bad={isBad || undefined}>
      <span className={classes.label}>{label}</span>
      <span data-figures className={classes.figure}>
        {figure}
      </span>
      <span className={classes.below}>{below}</span>
    </a>
  </li>
)

/** A figure with a link to its list. The list that contains it may set its sizes. */
export const FigureTile = createLink(Tile)
