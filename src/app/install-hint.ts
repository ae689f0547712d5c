import { DAY, type Moment } from '#domain/time.ts'

/** The conditions for the install hint. */
export type Occasion = {
  isInstalled: boolean
  /** How often the app was started on this device. */
  visits: number
  hasRestocked: boolean
  dismissedAt: Moment | null
  /** On one of the two start pages with no open form, so that no work is interrupted. */
  isAtRest: boolean
}

const VISITS = 3
const SILENCE = 30 * DAY

/** The hint is shown to users who have benefited from the app, and not again for 30 days after it was dismissed. */
export const isHintDue = ({ isInstalled, visits, hasRestocked, dismissedAt, isAtRest }: Occasion, now: Moment): boolean =>
  !isInstalled && isAtRest && (hasRestocked || visits >= VISITS) && (dismissedAt === null || now - dismissedAt >= SILENCE)
