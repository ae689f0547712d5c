import { randomFrom } from './random.ts'

/** All faults with their rates: a probability at each opportunity, or a weight among the events. */
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
  /** The users. */
  tokens: 0,
  otherUser: 0,
  rights: 0,
  edits: 0,
  poison: 0,
  oldApp: 0,
  /** A machine is deleted while operations for it are pending. */
  deletion: 0,
  /** A user signs out with unsent work, which is locked until the next sign-in. */
  leaving: 0,
  /** A tab is frozen for a while, as browsers do with background tabs. */
  freezing: 0,
  /** Users have a round, and mark its stops. */
  rounds: 0,
  /** Drivers load vans and hand goods over; the office changes drivers. */
  vans: 0,
  /** The office changes rounds while their people work. */
  office: 0,
  /** Users take photos, which are uploaded apart from operations, and the company's space for them may be used up. */
  photos: 0,
  /** The office counts bags, also before their collections arrive. */
  bags: 0,
}
export type Faults = typeof NO_FAULTS
export type Fault = keyof Faults

/** All inputs of a run: the same plan gives the same run. */
export type Plan = {
  seed: number
  actions: number
  /** Omitted actions, used to shrink a failing run. */
  skip: readonly number[]
  phones: number
  people: number
  /** The first users, who see and edit every machine. */
  managers: number
  tabs: number
  locks: boolean
  /** Clocks are wrong but run evenly, and actions are far enough apart: then stock must be correct by true time. */
  steady: boolean
  /** In a steady world, clocks are also set while the app runs: the device's monotonic clock must still give the true time. */
  clocksChange: boolean
  /** Apps are also restarted, frozen and signed out while clocks are set: then a wrong time must at least be marked as uncertain. */
  restarts: boolean
  faults: Faults
}

const ACTIONS = 110

/** Faults that were added later are drawn apart, so that pinned seeds keep their worlds. */
const LATER: readonly Fault[] = ['deletion', 'leaving', 'freezing', 'rounds', 'vans', 'office', 'photos', 'bags']
const FIRST_FAULTS = (Object.keys(NO_FAULTS) as Fault[]).filter((fault) => !LATER.includes(fault))

/** Every seed has its own mix of faults: half of them are absent, so that each also occurs without the others. */
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
  for (const fault of FIRST_FAULTS) if (random.chance(0.5)) drawn[fault] = (often[fault] ?? 0.05) * (0.4 + random.next())
  // Drawn from a separate sequence, so that pinned seeds keep their worlds.
  const more = randomFrom(seed, 'plan, continued')
  const clocksChange = steady && more.chance(0.4)
  if (more.chance(0.3)) drawn.deletion = 0.05
  const wild = more.next()
  if (more.chance(0.3)) drawn.leaving = 0.05
  if (more.chance(0.3)) drawn.freezing = 0.05
  if (more.chance(0.3)) drawn.rounds = 0.15
  if (steady) drawn.clock = 0
  // Events before a restart of the app cannot always be reconstructed: half of these worlds go without.
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

/**
 * Two managers in the office and one serviceman in the field, each with a phone that is sometimes offline, work on the same machines and
 * edit their slots.
 */
export const officeAndCellar = (seed: number): Plan => ({
  ...planOf(seed, { offline: 0.3, edits: 0.3, rights: 0 }),
  phones: 3,
  people: 3,
  managers: 2,
})

/**
 * A working day: two drivers and the office, with rounds that the office changes, vans, hand-overs, photos and bags. Each of these is absent from
 * one world in four, so that it also occurs without the others.
 */
export function workingDay(seed: number): Plan {
  const random = randomFrom(seed, 'working day')
  const often = (weight: number) => (random.chance(0.75) ? weight : 0)
  const faults = { vans: often(0.3), rounds: often(0.2), office: often(0.05), photos: often(0.15), bags: often(0.05) }
  return { ...planOf(seed, { ...faults, rights: 0, deletion: 0, edits: 0, oldApp: 0, poison: 0 }), actions: 80, phones: 3, people: 3 }
}
