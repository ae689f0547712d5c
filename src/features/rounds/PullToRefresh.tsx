import { Loader, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sendNow } from '#app/data/outbox.ts'
import classes from './PullToRefresh.module.css'

/** Distance of a pull that triggers a refresh. */
const ENOUGH_PX = 72
const MAX_PX = 110
const SHOWN_MS = 900

/** A pull from the top syncs the page. */
export function PullToRefresh({ children }: { children: ReactNode }) {
  const { t } = useTranslation('rounds')
  const page = useRef<HTMLDivElement>(null)
  const [pulled, setPulled] = useState(0)
  const [isRefreshing, setRefreshing] = useState(false)

  useEffect(() => {
    const element = page.current
    if (!element) return
    let from: number | null = null
    let distance = 0
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener(
      'touchstart',
      ({ touches }) => {
        from = window.scrollY <= 0 && touches.length === 1 ? (touches[0]?.clientY ?? null) : null
        distance = 0
      },
      { signal, passive: true },
    )
    element.addEventListener(
      'touchmove',
      (event) => {
        if (from === null) return
        distance = Math.min(MAX_PX, ((event.touches[0]?.clientY ?? from) - from) / 2)
        if (distance <= 0 || window.scrollY > 0) {
          from = null
          distance = 0
        } else if (event.cancelable) event.preventDefault()
        setPulled(Math.max(0, distance))
      },
      { signal, passive: false },
    )
    const end = () => {
      if (from !== null && distance >= ENOUGH_PX) {
        sendNow()
        setRefreshing(true)
      }
      from = null
      setPulled(0)
    }
    element.addEventListener('touchend', end, { signal })
    element.addEventListener('touchcancel', end, { signal })
    return () => listening.abort()
  }, [])

  useEffect(() => {
    if (!isRefreshing) return
    const timer = setTimeout(() => setRefreshing(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isRefreshing])

  return (
    <div ref={page}>
      <div className={classes.hint} style={{ height: isRefreshing ? 40 : pulled }} role="status">
        {isRefreshing ? (
          <>
            <Loader size="xs" aria-hidden /> {t('refreshing')}
          </>
        ) : (
          pulled > 0 && <Text span>{t(pulled >= ENOUGH_PX ? 'release' : 'pull')}</Text>
        )}
      </div>
      {children}
    </div>
  )
}
