import { useState, useSyncExternalStore } from 'react'
import styles from './Scanner.module.css'
import { Viewfinder } from './Viewfinder.tsx'

/** What the camera sees, and what stands in the codes it finds. While `isPaused`, it looks at nothing. */
export function Scanner(props: { onCode(text: string): void; isPaused: boolean }) {
  const [attempt, setAttempt] = useState(0)
  // A camera in a pocket is heat and an empty battery: it is let go whenever the app is out of sight.
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  if (!isVisible) return <div className={styles.frame} />
  return <Viewfinder key={attempt} {...props} onTryAgain={() => setAttempt(attempt + 1)} />
}

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
