import * as v from 'valibot'
import { Command, EVENTS_AT_ONCE, Ingested, type TelemetryEvent } from '#contract/telemetry.ts'
import { DAY, MINUTE, type Moment, SECOND, toIso } from '#domain/time.ts'
import type { Chance } from '../../server/demo/chance.ts'
import { type Ask, dataOf } from './ask.ts'

type Without<E> = E extends unknown ? Omit<E, 'id' | 'at'> : never
/** An event of a machine, without its time. */
export type Saying = Without<TelemetryEvent>

/** The offset of a device's clock at `from`, and its drift per day. */
type Clock = { from: Moment; off: number; aDay: number }

/** Of four clocks the first is correct, one is hours off and drifts, one is a minute off, and one has another time zone. */
export function drawClock(index: number, from: Moment, chance: Chance): Clock {
  const far = chance.pick([-1, 1]) * chance.whole(10, 26 * 60) * MINUTE
  const clocks = [
    { from, off: 0, aDay: 0 },
    { from, off: far, aDay: chance.pick([-1, 1]) * chance.whole(5, 30) * SECOND },
    { from, off: chance.pick([-1, 1]) * chance.whole(20, 90) * SECOND, aDay: 0 },
    { from, off: far, aDay: 0 },
  ]
  return clocks[index % clocks.length] as Clock
}

/** A customer waits at most two minutes for a credit. */
const SILENT_FOR = 20 * SECOND

/** A device in a machine: it stores events until the server has acknowledged them. */
export class Device {
  readonly #waiting: TelemetryEvent[] = []
  readonly #done = new Set<string>()
  readonly #boot: string
  #eventCount = 0
  #sentAt = 0

  readonly ask: Ask
  readonly imei: string
  readonly key: string
  readonly clock: Clock
  readonly chance: Chance

  constructor(ask: Ask, imei: string, key: string, clock: Clock, chance: Chance, boot: Moment) {
    this.ask = ask
    this.imei = imei
    this.key = key
    this.clock = clock
    this.chance = chance
    this.#boot = boot.toString(36)
  }

  #shown(at: Moment): Moment {
    const { from, off, aDay } = this.clock
    return at + off + Math.round((aDay * (at - from)) / DAY)
  }

  say(event: Saying, at: Moment): void {
    this.#waiting.push({ ...event, id: `${this.#boot}-${++this.#eventCount}`, at: toIso(this.#shown(at)) } as TelemetryEvent)
  }

  /** Whether it has events to send, or has not polled for commands for a while. */
  isDue(now: Moment): boolean {
    return this.#waiting.length > 0 || now - this.#sentAt > SILENT_FOR
  }

  /**
   * Sends pending events in any order and batch size, and sends them again next time if the response is lost. `at` is the time of its
   * clock, `now` the time of the server. Returns the commands from the response.
   */
  async send(at: Moment, now: Moment, { surely = false } = {}): Promise<Command[]> {
    this.#sentAt = now
    const waiting = this.chance.happens(0.2) ? this.chance.shuffled(this.#waiting) : [...this.#waiting]
    let commands = 0
    for (let from = 0; from === 0 || from < waiting.length; ) {
      const part = waiting.slice(from, from + (this.chance.happens(0.2) ? this.chance.whole(1, 20) : EVENTS_AT_ONCE))
      from += Math.max(1, part.length)
      // A device with a correct clock need not send the time it shows.
      const isPlain = this.clock.off === 0 && this.clock.aDay === 0 && this.chance.happens(0.5)
      const body = isPlain ? part : { sentAt: toIso(this.#shown(at) + now - at), events: part }
      const answer = dataOf(Ingested, await this.#call('POST', 'events', body))
      const [refused] = answer.refused
      if (refused) throw new Error(`the server rejected an event of ${this.imei}: ${refused.code} ${refused.detail}`)
      if (answer.accepted + answer.duplicates !== part.length) throw new Error(`the server returned a wrong event count for ${this.imei}`)
      if (surely || !this.chance.happens(0.1)) this.#forget(part)
      commands = answer.commandsWaiting
    }
    return commands > 0 ? this.#fetch() : []
  }

  #forget(part: readonly TelemetryEvent[]): void {
    const sentIds = new Set(part.map(({ id }) => id))
    this.#waiting.splice(0, this.#waiting.length, ...this.#waiting.filter(({ id }) => !sentIds.has(id)))
  }

  /** Each once: if the response with a command is lost, the server sends the command again. */
  async #fetch(): Promise<Command[]> {
    const commands = dataOf(v.array(Command), await this.#call('GET', 'commands'))
    for (const { id } of commands) await this.#call('POST', `commands/${id}/ack`, { outcome: 'done' })
    const fresh = commands.filter(({ id }) => !this.#done.has(id))
    for (const { id } of fresh) this.#done.add(id)
    return fresh
  }

  #call(method: 'GET' | 'POST', what: string, body?: unknown): Promise<unknown> {
    return this.ask({ method, path: `/telemetry/${this.imei}/${what}`, authorization: `Bearer ${this.key}`, body })
  }
}
