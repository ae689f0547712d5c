import type { Activity } from '#contract/activity.ts'
import { fromIso, type Moment } from '#domain/time.ts'

/** What a person did at one machine without another machine in between. */
export type Visit = { machine: Activity['machine']; from: Moment; until: Moment; activities: readonly Activity[] }

/** Groups activities of one person to visits, by when they happened. */
export function visitsOf(activities: readonly Activity[]): Visit[] {
  const visits: (Visit & { activities: Activity[] })[] = []
  for (const activity of activities.toSorted((a, b) => fromIso(a.created) - fromIso(b.created) || a.id - b.id)) {
    const at = fromIso(activity.created)
    const last = visits.at(-1)
    if (last && last.machine?.id === activity.machine?.id) {
      last.activities.push(activity)
      last.until = at
    } else visits.push({ machine: activity.machine, from: at, until: at, activities: [activity] })
  }
  return visits
}
