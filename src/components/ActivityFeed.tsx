import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { activity } from '#app/data/activity.ts'
import { FLUSH } from '#app/ui/flush.ts'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { ActivityType } from '#contract/activity.ts'
import type { MachineId } from '#domain/ids.ts'
import classes from './ActivityFeed.module.css'
import { ActivityRow } from './ActivityRow.tsx'
import { useWhyNot } from './use-why-not.ts'

const FEW = 3
const MAX_ROWS = 50

type Props = {
  /** Only of this machine. */
  machine?: MachineId
  /** Only of these types. */
  types?: readonly ActivityType[]
  /** Shows the latest few, without a link to more. */
  isShort?: boolean
}

/** Activities, latest first: three, or up to fifty on demand. */
export function ActivityFeed({ machine, types, isShort = false }: Props) {
  const { t } = useTranslation('activity')
  const why = useWhyNot()
  const [isLong, setLong] = useState(false)
  // One more than shown indicates whether there are more.
  const { data } = useQuery(activity({ machine, types, size: isLong ? MAX_ROWS : FEW + 1 }))
  if (!data) return <ListSkeleton rows={FEW} height={56} />
  if (!data.isKnown)
    return (
      <Text c="dimmed" role="status">
        {why(data.why).text}
      </Text>
    )
  if (data.rows.length === 0) return <Text c="dimmed">{t('nothing')}</Text>
  const hasMore = data.rows.length > FEW
  return (
    <>
      <ol className={classes.feed}>
        {data.rows.slice(0, isLong ? MAX_ROWS : FEW).map((one) => (
          <ActivityRow key={one.id} activity={one} isOfMachine={machine !== undefined} />
        ))}
      </ol>
      {hasMore && !isShort && (
        <Button {...FLUSH} size="md" mt="xs" aria-expanded={isLong} onClick={() => setLong(!isLong)}>
          {t(isLong ? 'viewLess' : 'viewMore')}
        </Button>
      )}
    </>
  )
}
