import type { ReactNode } from 'react'
import classes from './ActionBar.module.css'

/**
 * The primary action, within reach of the thumb: at the bottom of the screen, above the navigation. `note`: an error that is visible at any
 * scroll position.
 */
export function ActionBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.bar} data-action-bar>
      {note && <div className={classes.note}>{note}</div>}
      {children}
    </div>
  )
}
