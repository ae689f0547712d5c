import type { Moment } from '#domain/time.ts'
import type { Random } from './random.ts'

/** A tab or the server. A killed actor never continues. */
export type Actor = { name: string; alive: boolean /** Frozen until then. */; frozenUntil?: Moment }

type Parked = { actor: Actor; what: string; notBefore: Moment; ready: () => boolean; goOn: () => void }

export type Scheduler = {
  /** The true time. */
  now(): Moment
  pass(ms: number): void
  /** A point at which other actors may run first. Continues when picked, once `ready`, not before `notBefore`; never for a killed actor. */
  pause(actor: Actor, what: string, when?: { notBefore?: Moment; ready?: () => boolean }): Promise<void>
  kill(actor: Actor): void
  /** Resumes one waiting actor at random; false if none can run. */
  step(): Promise<boolean>
  /** The last events, for the report of a failure. */
  trace: string[]
}

const TRACE = 60

/** Runs everything in this world, one step at a time, in an order that the seed determines; no real clock is involved. */
export function createScheduler(random: Random, start: Moment): Scheduler {
  let now = start
  let parked: Parked[] = []
  const trace: string[] = []
  const note = (text: string) => {
    trace.push(`${new Date(now).toISOString()} ${text}`)
    if (trace.length > TRACE) trace.shift()
  }
  return {
    trace,
    now: () => now,
    pass: (ms) => {
      now += ms
    },
    pause: (actor, what, { notBefore = 0, ready = () => true } = {}) =>
      new Promise((goOn) => {
        if (actor.alive) parked.push({ actor, what, notBefore, ready, goOn })
      }),
    kill: (actor) => {
      actor.alive = false
      parked = parked.filter((one) => one.actor !== actor)
      note(`${actor.name} dies`)
    },
    step: async () => {
      const able = parked.filter(({ ready }) => ready())
      if (able.length === 0) return false
      const since = ({ actor, notBefore }: Parked) => Math.max(notBefore, actor.frozenUntil ?? 0)
      const earliest = able.reduce((least, one) => Math.min(least, since(one)), Number.POSITIVE_INFINITY)
      now = Math.max(now, earliest)
      const next = random.pick(able.filter((one) => since(one) <= now))
      parked.splice(parked.indexOf(next), 1)
      now += random.between(1, 150)
      note(`${next.actor.name}: ${next.what}`)
      next.goOn()
      await everythingSettled()
      return true
    },
  }
}

/** All runnable promises have run by the next turn of the event loop. */
export const everythingSettled = () => new Promise<void>((turned) => setImmediate(turned))
