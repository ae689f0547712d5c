import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect } from 'react'
import classes from './SidePanel.module.css'

/** Whether the window is wide enough for details beside a list. */
export const useHasSidePanel = (): boolean => useMediaQuery('(min-width: 80em)', false, { getInitialValueInEffect: false })

type Props = { children: ReactNode; panel: ReactNode; onClose(): void }

/** A list with details beside it, which Escape closes. Without details the list has the whole width. */
export function SidePanel({ children, panel, onClose }: Props) {
  const isOpen = panel !== null
  useEffect(() => {
    if (!isOpen) return
    const listening = new AbortController()
    window.addEventListener(
      'keydown',
      (event) => {
        // Escape first closes menus and dialogs, and leaves fields.
        if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[role="dialog"],[role="listbox"],[role="menu"]'))
          return
        onClose()
      },
      { signal: listening.signal },
    )
    return () => listening.abort()
  }, [isOpen, onClose])
  return (
    <div className={classes.split} data-open={isOpen || undefined}>
      <div className={classes.list}>{children}</div>
      {isOpen && <div className={classes.panel}>{panel}</div>}
    </div>
  )
}
