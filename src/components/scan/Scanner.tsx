import { useState, useSyncExternalStore } from 'react'
import styles from './Scanner.module.css'
import { type ScannerProps, Viewfinder } from './Viewfinder.tsx'

/** Shows the camera and reports the codes that it finds. While `isPaused`, it does not scan. */
export function Scanner(props: ScannerProps) {
  const [attempt, setAttempt] = useState(0)
  // An active camera in a pocket produces heat and drains the battery, so it is released while the app is hidden.
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  if (!isVisible) return <div className={styles.frame} />
  return <Viewfinder key={attempt} {...props} onTryAgain={() => setAttempt(attempt + 1)} />
}

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
