import type { ReactNode } from 'react'
import classes from './ActionBar.module.css'

/** The primary action, within reach of the thumb: at the bottom of the screen, above the navigation. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div className={classes.bar} data-action-bar>
      {children}
    </div>
  )
}
