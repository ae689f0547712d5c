import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { freshness } from '#app/data/freshness.ts'
import { useAge } from '#app/ui/AgeText.tsx'
import type { Moment } from '#domain/time.ts'

/** When the server last sent all data of a screen. */
export function LastUpdate() {
  const { t } = useTranslation('machines')
  const { data } = useSuspenseQuery(freshness())
  // Formatting relative times takes as long to load as a screen of rows to draw, so it is rendered right after them.
  const isDrawn = useDeferredValue(true, false)
  if (data.asOf === null) return t('neverUpdated')
  return isDrawn && <UpdatedAt at={data.asOf} />
}

/** How many machines a list shows, and when the server last sent them. Before, their number is unknown. */
export function MachineCount({ found, total }: { found: number; total: number }) {
  const { t } = useTranslation('machines')
  const { data } = useSuspenseQuery(freshness())
  if (data.asOf === null && total === 0) return <LastUpdate />
  return (
    <>
      {found === total ? t('count', { count: total }) : t('found', { count: found, total })}
      {' · '}
      <LastUpdate />
    </>
  )
}

/** When a server's response was fetched. */
export function UpdatedAt({ at }: { at: Moment }) {
  const { t } = useTranslation('machines')
  return t('lastUpdate', { age: useAge(at) })
}
