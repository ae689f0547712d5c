import { momentAt, wallClock } from '../calendar.ts'
import { DAY, HOUR, type Moment } from '../time.ts'

/** Of so long a time nobody needs the hours; and a day of the week is this week's. */
const LONG_SPAN = 2 * DAY
const WEEK = 6 * DAY

type Shown = { unit: 'day' | 'hour'; from: Moment; to: Moment }

/** A span as screens name it, in whole days or hours of the wall. One that has begun counts whole, so what is shown holds the span. */
export function shownSpan(from: Moment, to: Moment, now: Moment, timeZone: string): Shown {
  const unit = to - from > LONG_SPAN || to - now > WEEK ? 'day' : 'hour'
  const length = unit === 'day' ? DAY : HOUR
  const wall = { from: wallClock(from, timeZone), to: wallClock(Math.max(from, to), timeZone) }
  const begun = Math.floor(wall.from / length) * length
  // The last day is named itself, and of the last hour its end.
  const end = unit === 'day' ? (Math.floor(wall.to / DAY) + 1) * DAY - 1 : Math.ceil(wall.to / HOUR) * HOUR
  return { unit, from: momentAt(begun, timeZone), to: momentAt(end, timeZone) }
}
