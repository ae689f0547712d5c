import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE, type Moment, toIso } from '#domain/time.ts'
import {
  aMachine as aMachineOf,
  aMake,
  DAMAGES,
  type Machine,
  newPrices,
  oneOf,
  paidIn,
  randomFrom,
  sellSome,
  upTo,
  writeOut,
} from '../../../tests/dex/damaged-reads.ts'
import { aMachine, setInService } from '../../../tests/support/fleet.ts'
import { isLong } from '../../../tests/support/long.ts'
import { seed as testSeed } from '../../../tests/support/seed.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { selfCheck } from '../../self-check/self-check.job.ts'

const clock = aClock()
let world: TwoCompanies

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

type Arrival = { what: string; file: string; readAt: Moment; isOdd: boolean }
type Sequence = {
  arrivals: Arrival[]
  truth: number
  /** Its counters were reset, so the sales since the previous reading are unknown. */
  isUncertain: boolean
  /** Another machine with the same serial number; undetectable until two more readings arrive. */
  isTwin: boolean
  /** The first file is wrong, and there is nothing to compare it with. */
  isFirstOdd: boolean
  undoes: boolean
}

/** Read-outs of one machine in order of arrival, some of them damaged. The last three are complete. */
function aSequence(seed: number): Sequence {
  const random = randomFrom(seed)
  const make = aMake(random, 'M1')
  let machine = aMachineOf(random, make)
  let other = aMachineOf(random, { ...make, serial: random() < 0.5 ? 'M1' : 'M2' })
  let at = clock.now() - 60 * 24 * HOUR
  let [isUncertain, isTwin] = [false, false]
  const arrivals: Arrival[] = []
  const add = (what: string, file: string, readAt: Moment, isOdd = false) => arrivals.push({ what, file, readAt, isOdd })
  const next = () => {
    at += 2 * HOUR + upTo(random, 40) * HOUR + upTo(random, 59) * MINUTE
    machine = { ...sellSome(random, machine, oneOf(random, [0, 4, 20])), clock: make.board ? at : 0 }
  }
  add('first', writeOut(machine), at)
  const begins: Machine = machine
  for (let left = 1 + upTo(random, 4); left > 0; left--) {
    next()
    if (random() < 0.1) machine = newPrices(random, machine)
    const file = writeOut(machine)
    const kind = random()
    if (kind < 0.25) add('whole', file, at)
    else if (kind < 0.8) {
      const [name, damage] = oneOf(random, Object.entries(DAMAGES))
      const damaged = damage(random, file)
      const [again, second] = random() < 0.25 ? oneOf(random, Object.entries(DAMAGES)) : ['', null]
      add(again ? `${name}, ${again}` : name, (second ? second(random, damaged) : damaged).trim() || '.', at, true)
    } else if (kind < 0.88) {
      other = sellSome(random, other, 20)
      isTwin ||= other.make.serial === make.serial
      add('another machine', writeOut(other), at, true)
    } else if (kind < 0.94) add('another time', file, Math.min(clock.now(), at + oneOf(random, [-1, 1]) * upTo(random, 72) * HOUR), true)
    else if (kind < 0.97) add('twice', arrivals[upTo(random, arrivals.length - 1)]?.file ?? file, at, true)
    else {
      isUncertain = true
      machine = { ...machine, sold: machine.sold.map((one) => ({ ...one, cash: 0, card: 0, cashValue: 0, cardValue: 0, free: 0 })) }
      next()
      add('set back', writeOut(machine), at)
    }
  }
  for (let whole = 3; whole > 0; whole--) {
    next()
    add('whole', writeOut(machine), at)
  }
  const truth = paidIn(machine) - paidIn(begins)
  const order = random()
  if (order < 0.25) {
    const [late] = arrivals.splice(upTo(random, arrivals.length - 1), 1)
    if (late) arrivals.splice(upTo(random, arrivals.length), 0, late)
  } else if (order < 0.4) {
    const keys = new Map(arrivals.map((one) => [one, random()]))
    arrivals.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))
  }
  return { arrivals, truth, isUncertain, isTwin, isFirstOdd: arrivals[0]?.isOdd === true, undoes: random() < 0.4 }
}

/** The booked sales after each step, and the result of each reading. */
async function play({ arrivals, truth, undoes }: Sequence) {
  const { ctx, company, manager } = world
  // All tests use the same serial number, so the machines of earlier tests are retired.
  await setInService(ctx, company, false)
  const { id } = await aMachine(ctx, company, { slots: [] })
  const path = `/machines/${id}/audits`
  const keyed = () => ({ 'idempotency-key': randomUUID() })
  const steps: { what: string; kind: string; booked: number }[] = []
  const step = async (what: string, kind: string) => {
    const [row] = await rowsOf<{ booked: number }>(
      ctx.database.owner,
      sql`select count(*)::int as booked from transactions where machine_id = ${id} and type <> 'FREE'`,
    )
    steps.push({ what, kind, booked: row?.booked ?? 0 })
    return row?.booked ?? 0
  }
  const send = async ({ what, file, readAt }: Arrival) => {
    const answer = await manager.call('POST', path, { file, readAt: toIso(readAt) }, keyed())
    // The API rejects text that contains NUL characters.
    expect([200, 400, 422]).toContain(answer.statusCode)
    const { data, code } = answer.json()
    await step(what, data ? [data.kind, ...data.reasons.map((reason: { code: string }) => reason.code)].join(' ') : code)
    return data && data.kind !== 'known' ? (data.operationId as string) : null
  }
  const undo = (reading: string) => manager.call('POST', `${path}/${reading}/undo`, undefined, keyed())
  const recorded: { reading: string; arrival: Arrival }[] = []
  for (const arrival of arrivals) {
    const reading = await send(arrival)
    if (reading) recorded.push({ reading, arrival })
  }
  const middle = undoes ? recorded[Math.floor(recorded.length / 2)] : undefined
  if (middle) {
    await undo(middle.reading)
    await step(`undo: ${middle.arrival.what}`, '')
    await send(middle.arrival)
  }
  // What counters alone cannot decide, a manager decides from the list: wrong readings are undone.
  const { data } = (await manager.call('GET', `${path}?page=0&size=50`)).json()
  const isHeld = data.some(({ status }: { status: string }) => status === 'HELD')
  if (isHeld && steps.at(-1)?.booked !== truth) {
    for (const { reading } of recorded.filter(({ arrival }) => arrival.isOdd)) await undo(reading)
    await step('a manager undoes what is wrong', '')
  }
  return steps
}

const FIRST = isLong ? Math.abs(testSeed) * 10_000 : 4_005
const COUNT = isLong ? 2_000 : 12
/** Seeds that failed before: a damaged reading after another machine's file hid that the file was doubtful. */
const KEPT = [780_049, 780_547]
const TAKES = isLong ? 3_600_000 : 240_000

test(
  'damaged, swapped and late read-outs add and lose no sales',
  async () => {
    const wrong: unknown[] = []
    for (const seed of [...KEPT, ...Array.from({ length: COUNT }, (_, nth) => FIRST + nth)]) {
      const sequence = aSequence(seed)
      const { truth, isUncertain, isTwin, isFirstOdd } = sequence
      const steps = await play(sequence)
      const end = steps.at(-1)?.booked ?? 0
      const isOver = !isTwin && !isFirstOdd && steps.some(({ booked }) => booked > truth)
      if (!isUncertain && (isOver || end !== truth)) wrong.push({ seed, truth, steps })
    }
    expect(wrong).toEqual([])
    expect(await selfCheck(world.ctx)).toMatchObject({ mismatches: [], stale: [], broken: [] })
  },
  TAKES,
)
