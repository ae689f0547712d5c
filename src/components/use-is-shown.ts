import { useEffect, useRef } from 'react'

/** Whether the component is still shown. After that, only a toast reports the outcome of its request. */
export function useIsShown(): () => boolean {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => isShown.current
}
