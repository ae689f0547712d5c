import { type ReactNode, useEffect, useRef } from 'react'
import classes from './ActionBar.module.css'

/**
 * The primary action, within reach of the thumb: at the bottom of the screen, above the navigation. `note`: an error that is visible at any
 * scroll position.
 */
export function ActionBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    // Toasts are above the bar, whose buttons may have several lines.
    const observer = new ResizeObserver(() => style.setProperty('--action-bar', `${bar.current?.offsetHeight ?? 0}px`))
    if (bar.current) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--action-bar')
    }
  }, [])
  return (
    <div ref={bar} className={classes.bar} data-action-bar>
      {note && <div className={classes.note}>{note}</div>}
      {children}
    </div>
  )
}
