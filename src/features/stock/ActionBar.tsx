import type { ReactNode } from 'react'
import classes from './ActionBar.module.css'

/** The primary action, within reach of the thumb: at the bottom of the screen, above the navigation. `note`: why it did not work, seen however far one has scrolled. */
export function ActionBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.bar} data-action-bar>
      {note && <div className={classes.note}>{note}</div>}
      {children}
    </div>
  )
}
