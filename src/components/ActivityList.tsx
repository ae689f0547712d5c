import type { Activity } from '#contract/activity.ts'
import classes from './ActivityFeed.module.css'
import { ActivityRow } from './ActivityRow.tsx'

type Props = { rows: readonly Activity[]; isOfMachine: boolean }

/** Activities with their exact times. */
export const ActivityList = ({ rows, isOfMachine }: Props) => (
  <ol className={classes.feed}>
    {rows.map((one) => (
      <ActivityRow key={one.id} activity={one} isOfMachine={isOfMachine} isExact />
    ))}
  </ol>
)
