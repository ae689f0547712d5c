import { DAY, type Moment } from '#domain/time.ts'

/** What is known of this device and its person when the question is whether to speak of installing. */
export type Occasion = {
  isInstalled: boolean
  /** How often the app was started here. */
  visits: number
  hasRestocked: boolean
  dismissedAt: Moment | null
  /** On one of the two home screens, with no form open: never while somebody works. */
  isAtRest: boolean
}

const VISITS = 3
const SILENCE = 30 * DAY

/** Installing is offered to whoever has got something out of the app, and not again for 30 days after a no. */
export const isHintDue = ({ isInstalled, visits, hasRestocked, dismissedAt, isAtRest }: Occasion, now: Moment): boolean =>
  !isInstalled && isAtRest && (hasRestocked || visits >= VISITS) && (dismissedAt === null || now - dismissedAt >= SILENCE)
