import { randomFrom } from './random.ts'

/** What can go wrong, each with how often: a probability at every chance it has, or how often it is among what happens. */
export const NO_FAULTS = {
  /** The network. */
  lost: 0,
  answerLost: 0,
  twice: 0,
  slow: 0,
  foreignAnswer: 0,
  overcome: 0,
  appTooOld: 0,
  offline: 0,
  /** The device. */
  die: 0,
  full: 0,
  closing: 0,
  rerun: 0,
  clock: 0,
  /** The server. */
  serverDies: 0,
  busy: 0,
  restore: 0,
  gone: 0,
  smallBodies: 0,
  /** The people. */
  tokens: 0,
  otherUser: 0,
  rights: 0,
  edits: 0,
  poison: 0,
  oldApp: 0,
  /** A machine is deleted, whatever is on its way to it. */
  deletion: 0,
  /** Somebody signs out with work that is not sent, and it is locked until they are back. */
  leaving: 0,
  /** A tab stands still for a while, as browsers do with those that nobody looks at. */
  freezing: 0,
}
export type Faults = typeof NO_FAULTS
export type Fault = keyof Faults

/** All that decides a run: the same plan is the same run. */
export type Plan = {
  seed: number
  actions: number
  /** Actions that are left out: how a failing run is made smaller. */
  skip: readonly number[]
  phones: number
  people: number
  /** The first of the people, who see and edit every machine. */
  managers: number
  tabs: number
  locks: boolean
  /** Clocks are wrong but run evenly, and what people do is far enough apart: then stock must be right by the true time. */
  steady: boolean
  /** In a steady world, clocks are also set while the app runs: the device's steady clock must tell the true time all the same. */
  clocksChange: boolean
  /** And apps are started anew, stand still, and are left, while clocks are set: then a wrong time must at least be marked as uncertain. */
  restarts: boolean
  faults: Faults
}

const ACTIONS = 110

/** Every seed has its own mix of faults: half of them are absent, so that each also meets the others alone. */
export function planOf(seed: number, faults: Partial<Faults> = {}): Plan {
  const random = randomFrom(seed, 'plan')
  const steady = random.chance(0.4)
  const drawn = { ...NO_FAULTS }
  const often: Partial<Faults> = {
    die: 0.03,
    full: 0.03,
    closing: 0.03,
    rerun: 0.05,
    busy: 0.06,
    twice: 0.15,
    slow: 0.1,
    appTooOld: 0.02,
    smallBodies: 1,
    lost: 0.15,
    answerLost: 0.15,
    foreignAnswer: 0.1,
    overcome: 0.1,
  }
  const { deletion: _, leaving: __, freezing: ___, ...known } = NO_FAULTS
  for (const fault of Object.keys(known) as Fault[]) if (random.chance(0.5)) drawn[fault] = (often[fault] ?? 0.05) * (0.4 + random.next())
  // Drawn apart, so that the seeds that are pinned stay the worlds that they were.
  const more = randomFrom(seed, 'plan, continued')
  const clocksChange = steady && more.chance(0.4)
  if (more.chance(0.3)) drawn.deletion = 0.05
  const wild = more.next()
  if (more.chance(0.3)) drawn.leaving = 0.05
  if (more.chance(0.3)) drawn.freezing = 0.05
  if (steady) drawn.clock = 0
  // What happened before the app was started anew cannot always be told from outside: half of these worlds go without.
  const restarts = clocksChange && wild < 0.5
  if (clocksChange) Object.assign(drawn, { clock: 0.05, closing: 0, full: 0, rerun: 0, otherUser: 0, oldApp: 0 })
  if (clocksChange && !restarts) Object.assign(drawn, { die: 0, leaving: 0, freezing: 0 })
  return {
    seed,
    actions: ACTIONS,
    skip: [],
    phones: random.between(1, 4),
    people: random.between(1, 3),
    managers: 1,
    tabs: clocksChange && !restarts ? Math.min(1, random.between(1, 2)) : random.between(1, 2),
    locks: random.chance(0.6),
    steady,
    clocksChange,
    restarts,
    faults: { ...drawn, ...faults },
  }
}

/** Two in the office and one in the cellar, each with a phone and now and then without a signal, work on the same machines and edit their slots. */
export const officeAndCellar = (seed: number): Plan => ({
  ...planOf(seed, { offline: 0.3, edits: 0.3, rights: 0 }),
  phones: 3,
  people: 3,
  managers: 2,
})
