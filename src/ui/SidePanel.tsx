import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect } from 'react'
import classes from './SidePanel.module.css'

/** Whether the window is wide enough for details beside a list. */
export const useHasSidePanel = (): boolean => useMediaQuery('(min-width: 80em)', false, { getInitialValueInEffect: false })

/** Escape first closes these. The list of a closed selector is in the document, but not visible. */
const OVERLAYS = '[role="dialog"],[role="listbox"],[role="menu"]'

type Props = { children: ReactNode; panel: ReactNode; onClose(): void }

/** A list with details beside it, which Escape closes. Without details the list has the whole width. */
export function SidePanel({ children, panel, onClose }: Props) {
  const isOpen = panel !== null
  useEffect(() => {
    if (!isOpen) return
    const listening = new AbortController()
    const { signal } = listening
    let isOverlayOpen = false
    // Before other listeners, which may have closed an overlay when the event reaches the window.
    const look = () => {
      isOverlayOpen = [...document.querySelectorAll(OVERLAYS)].some((overlay) => overlay.checkVisibility())
    }
    window.addEventListener('keydown', look, { signal, capture: true })
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !isOverlayOpen) onClose()
      },
      { signal },
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
