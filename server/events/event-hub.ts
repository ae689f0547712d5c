import { Readable } from 'node:stream'
import type { LiveEvent } from '#contract/live.ts'
import type { CompanyId, MachineId, UserId } from '#domain/ids.ts'
import { seesMoney } from '#domain/team/permissions.ts'
import { SECOND } from '#domain/time.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { AppContext, Principal } from '../http/request-context.ts'
import { assignmentsIn, eventsSince, feedStateOf, LIVE_CHANNEL, MAX_AT_ONCE, type StoredEvent, stillListening } from './events.store.ts'

/** The event streams of this process. */
type LiveHub = {
  /** Opens a stream of future events, or of all events after `lastEventId`. `cut` closes the underlying connection. */
  open(principal: Principal, channel: string, lastEventId: string | undefined, cut: () => void): Promise<Readable | Refusal>
  close(): Promise<void>
}

/** A user with more streams has tabs that are not in use. */
export const STREAMS_A_PERSON = 3

/** Maximum number of unread bytes. A slower reader is disconnected, reconnects and resumes. */
export const MAX_WAITING = 256 * 1024

export type LivePace = {
  /** How often the right of every listener is checked, in ms. */
  checkMs: number
  /** How often a quiet stream sends a keep-alive comment, in ms. */
  beatMs: number
}
const PACE: LivePace = { checkMs: SECOND / 2, beatMs: 20 * SECOND }

type Stream = { principal: Principal; out: Readable; epoch: string; sent: number; cut: () => void }

/** The streams of one company. `sent` of each is its last event. Events are read once for all streams. */
type Line = { company: CompanyId; streams: Set<Stream>; isReading: boolean; isBehind: boolean }

export function openLiveHub(ctx: AppContext, { checkMs, beatMs }: LivePace = PACE): LiveHub {
  const lines = new Map<CompanyId, Line>()
  const opened = new Map<string, number>()
  let listening: Promise<() => Promise<void>> | null = null
  let timers: NodeJS.Timeout[] = []

  const everyStream = () => [...lines.values()].flatMap(({ streams }) => [...streams])

  function listen(): Promise<unknown> {
    if (listening) return listening
    timers = [setInterval(() => void check(), checkMs), setInterval(beat, beatMs)]
    for (const timer of timers) timer.unref()
    listening = ctx.database.listen(LIVE_CHANNEL, (word) => {
      if (word === null) for (const line of lines.values()) wake(line)
      else wake(lines.get(Number(word)))
    })
    return listening
  }

  function wake(line: Line | undefined) {
    if (!line) return
    line.isBehind = true
    if (line.isReading) return
    line.isReading = true
    void readOn(line)
      // The database is unavailable. The next check retries.
      .catch((err: unknown) => {
        line.isReading = false
        line.isBehind = true
        ctx.log.debug({ err }, 'reading live events failed')
      })
  }

  async function readOn(line: Line) {
    while (line.isBehind && line.streams.size > 0) {
      const since = Math.min(...[...line.streams].map(({ sent }) => sent))
      // Streams that are opened during the read are left to the next one, because the assignments of their users have not been read.
      const streams = [...line.streams]
      const { events, given } = await ctx.database.withTenant(line.company, async (db) => {
        // An event that is published during the read triggers another read.
        line.isBehind = false
        const events = await eventsSince(db, line.company, since)
        const employees = streams.filter(({ principal }) => !seesMoney(principal)).map(({ principal }) => principal.userId)
        return { events, given: await assignmentsIn(db, line.company, employees, events) }
      })
      for (const stream of streams) send(stream, events, given)
      if (events.length === MAX_AT_ONCE) line.isBehind = true
    }
    // Runs in the same tick as the last check, so that the next signal starts a new read.
    line.isReading = false
  }

  let isChecking = false
  /** Runs one check at a time, so that a slow database does not get more load. */
  async function check() {
    const streams = everyStream()
    if (streams.length === 0 || isChecking) return
    isChecking = true
    const people = streams.map(({ principal }) => principal)
    const still = await ctx.database.asSystem((db) => stillListening(db, people, ctx.now())).catch(() => null)
    isChecking = false
    for (const stream of still ? streams : []) if (!still?.has(keyOf(stream.principal))) end(stream)
    for (const line of lines.values()) if (line.isBehind) wake(line)
  }

  /** Reads all companies, which makes up for a lost signal. */
  function beat() {
    for (const stream of everyStream()) write(stream, ':\n\n')
    for (const line of lines.values()) wake(line)
  }

  function join(stream: Stream) {
    const { companyId } = stream.principal
    const line = lines.get(companyId) ?? { company: companyId, streams: new Set(), isReading: false, isBehind: false }
    lines.set(companyId, line)
    line.streams.add(stream)
    stream.out.once('close', () => {
      line.streams.delete(stream)
      if (line.streams.size === 0 && lines.get(companyId) === line) lines.delete(companyId)
      count(stream.principal, -1)
    })
    // Reads the events that were published in between.
    wake(line)
  }

  const userKeyOf = ({ companyId, userId }: Principal) => `${companyId} ${userId}`
  function count(principal: Principal, more: number): number {
    const now = (opened.get(userKeyOf(principal)) ?? 0) + more
    if (now > 0) opened.set(userKeyOf(principal), now)
    else opened.delete(userKeyOf(principal))
    return now
  }

  async function begin(
    principal: Principal,
    channel: string,
    lastEventId: string | undefined,
    cut: () => void,
  ): Promise<Readable | Refusal> {
    const { companyId } = principal
    const requested = lastSeen(lastEventId)
    const found = await ctx.database.withTenant(companyId, async (db) => {
      const feedState = await feedStateOf(db, companyId, requested?.seq ?? 0)
      if (!feedState || feedState.channel !== channel) return null
      const { epoch, last, kept } = feedState
      // Resumes only if every event since then is available.
      const goesOn = requested?.epoch === epoch && kept === last - requested.seq && kept <= MAX_AT_ONCE
      const events = goesOn && kept > 0 ? await eventsSince(db, companyId, requested.seq) : []
      return {
        epoch,
        last: events.at(-1)?.seq ?? last,
        goesOn,
        events,
        given: await assignmentsIn(db, companyId, [principal.userId], events),
      }
    })
    if (!found) return refuse('NOT_FOUND')
    const { epoch, last, goesOn, events, given } = found
    const stream: Stream = { principal, out: new Readable({ read: () => {} }), epoch, sent: requested?.seq ?? 0, cut }
    // Always writes something, because the response headers are sent with the first bytes.
    write(stream, goesOn ? ':\n\n' : chunkOf(epoch, { seq: last, name: 'reset', data: {} }))
    if (goesOn) send(stream, events, given)
    stream.sent = last
    join(stream)
    return stream.out
  }

  return {
    open: async (principal, channel, lastEventId, cut) => {
      if (count(principal, 1) > STREAMS_A_PERSON) {
        count(principal, -1)
        return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: 20 })
      }
      let isOpen = false
      try {
        await listen()
        const stream = await begin(principal, channel, lastEventId, cut)
        isOpen = stream instanceof Readable
        return stream
      } finally {
        if (!isOpen) count(principal, -1)
      }
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      for (const stream of everyStream()) end(stream)
      await (await listening)?.()
    },
  }
}

const keyOf = ({ companyId, sessionId }: Principal) => `${companyId} ${sessionId}`

/**
 * Ends a stream; an authorized client reconnects and resumes. The connection is cut because a client that does not read would not see the
 * end.
 */
function end({ out, cut }: Stream) {
  if (out.readableLength > 0) cut()
  else out.push(null)
}

function write({ out, cut }: Stream, text: string) {
  if (out.destroyed || out.readableEnded) return
  out.push(text)
  if (out.readableLength > MAX_WAITING) cut()
}

function send(stream: Stream, events: readonly StoredEvent[], given: ReadonlySet<string>) {
  for (const event of events) {
    if (event.seq <= stream.sent) continue
    stream.sent = event.seq
    const data = messageFor(stream.principal, event, given)
    if (data) write(stream, chunkOf(stream.epoch, { seq: event.seq, name: event.event.name, data }))
  }
}

/**
 * The part of an event that a listener receives. Employees receive events of their assigned machines without amounts of money; null:
 * nothing.
 */
function messageFor(principal: Principal, { machineId, to, event: { data } }: StoredEvent, given: ReadonlySet<string>): LiveEvent | null {
  if (to !== null && to !== principal.userId) return null
  if (seesMoney(principal)) return data
  // The company's formats are visible to all employees.
  const isForAll = data.changed.includes('company')
  if (to === null && !isForAll && (machineId === null || !given.has(careOf(principal.userId, machineId)))) return null
  const { activity, at, changed } = data
  return { activity, at, machineId, changed: changed.filter((topic) => topic !== 'sales' && topic !== 'cash') }
}

const careOf = (user: UserId, machine: MachineId) => `${user} ${machine}`

const chunkOf = (epoch: string, { seq, name, data }: { seq: number; name: string; data: unknown }) =>
  `id: ${epoch}.${seq}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** The epoch detects that numbers restarted after a restore. */
function lastSeen(id: string | undefined): { epoch: string; seq: number } | null {
  const [, epoch, seq] = /^([0-9a-f]{8})\.(\d{1,15})$/.exec(id ?? '') ?? []
  return epoch && seq ? { epoch, seq: Number(seq) } : null
}
