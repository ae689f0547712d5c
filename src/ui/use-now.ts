import { useEffect, useState } from 'react'
import { type Moment, SECOND } from '#domain/time.ts'

/** The time by this device's clock, updated every half minute. */
export function useNow(): Moment {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30 * SECOND)
    return () => clearInterval(timer)
  }, [])
  return now
}
