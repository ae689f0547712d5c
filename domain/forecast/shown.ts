import { momentAt, wallClock } from '../calendar.ts'
import { DAY, HOUR, type Moment } from '../time.ts'

/** Hours are irrelevant in longer spans; and a weekday is one of this week. */
const LONG_SPAN = 2 * DAY
const WEEK = 6 * DAY

type Shown = { unit: 'day' | 'hour'; from: Moment; to: Moment }

/** A span in whole days or hours of local time, as displayed. Partial units are included, so the displayed span contains the real one. */
export function shownSpan(from: Moment, to: Moment, now: Moment, timeZone: string): Shown {
  const unit = to - from > LONG_SPAN || to - now > WEEK ? 'day' : 'hour'
  const length = unit === 'day' ? DAY : HOUR
  const wall = { from: wallClock(from, timeZone), to: wallClock(Math.max(from, to), timeZone) }
  const begun = Math.floor(wall.from / length) * length
  // The last day is named itself, but the last hour by its end.
  const end = unit === 'day' ? (Math.floor(wall.to / DAY) + 1) * DAY - 1 : Math.ceil(wall.to / HOUR) * HOUR
  return { unit, from: momentAt(begun, timeZone), to: momentAt(end, timeZone) }
}
