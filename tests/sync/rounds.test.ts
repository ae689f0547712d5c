import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Round } from '#contract/rounds.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import { SKIP_REASONS, STOP_STATES } from '#domain/rounds/round.ts'
import { DAY, MINUTE } from '#domain/time.ts'
import { OutboxEntry } from '#offline/records.ts'
import { roundWith } from '#offline/rounds.ts'
import { aMachine, aProduct, assign, type StandingMachine } from '../support/fleet.ts'
import { isLong } from '../support/long.ts'
import { aPhone, type PhoneOperation } from '../support/phone.ts'
import { aClock, signedIn } from '../support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../support/two-companies.ts'

/** What a person records on a round gives the same round, on the phone and on the server, whatever of it was sent and in which order. */

const clock = aClock()
let world: TwoCompanies
let machines: StandingMachine[]

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const cola = await aProduct(world.ctx, world.company, { name: 'Cola' })
  machines = []
  for (const name of ['Foyer', 'Canteen', 'Depot', 'Gate', 'Lobby']) {
    const machine = await aMachine(world.ctx, world.company, { name, slots: [{ number: '11', product: cola, max: 900, quantity: 4 }] })
    await assign(world.ctx, world.company, machine.id, world.serviceman.id)
    machines.push(machine)
  }
})
afterAll(() => world.close())

/** The first ones are planned. */
const PLANNED = 3

type Action =
  | { kind: 'work'; machine: number }
  | { kind: 'mark'; machine: number; state: (typeof STOP_STATES)[number]; reason: (typeof SKIP_REASONS)[number]; note: string }
  | { kind: 'move'; machine: number; position: number }
  | { kind: 'round'; machine: number; state: 'STARTED' | 'FINISHED' }

const machine = fc.nat({ max: 4 })
const actions = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('work' as const), machine }),
    fc.record({
      kind: fc.constant('mark' as const),
      machine,
      state: fc.constantFrom(...STOP_STATES),
      reason: fc.constantFrom(...SKIP_REASONS),
      note: fc.constantFrom('', 'Ring twice'),
    }),
    fc.record({ kind: fc.constant('move' as const), machine, position: fc.integer({ min: -3, max: 9 }) }),
    fc.record({ kind: fc.constant('round' as const), machine, state: fc.constantFrom('STARTED' as const, 'FINISHED' as const) }),
  ),
  { minLength: 1, maxLength: 12 },
)

type Recorded = PhoneOperation & { opId: string }

/** As the app records them: a machine that is not on the round is added or visited before it is marked. */
function recorded(round: Round, all: readonly Action[]): Recorded[] {
  const there = new Set(machines.slice(0, PLANNED).map(({ id }) => id))
  return all.map((action, index) => {
    const target = machines[action.machine] as StandingMachine
    const isThere = there.has(target.id)
    const recording = (call: string, body: unknown): Recorded => ({
      call,
      machineId: target.id,
      at: clock.now() + index * MINUTE,
      opId: randomUUID(),
      body,
      visit: { id: randomUUID(), start: 'LIST' },
    })
    if (action.kind === 'round') return recording('markRound', { round: round.id, state: action.state })
    there.add(target.id)
    if (action.kind === 'work') return recording('restockSlots', [{ productInstallationId: target.slot('11').point, quantity: 1 }])
    if (action.kind === 'mark' && isThere && index % 2 === 0)
      return recording('markStop', { round: round.id, state: action.state, reason: action.reason, note: action.note })
    const position = action.kind === 'move' ? action.position : 20 + index
    return recording('markStop', { round: round.id, position, ...(isThere ? {} : { state: 'PLANNED' }) })
  })
}

const entryOf = ({ opId, call, machineId, body, at, visit }: Recorded) =>
  v.parse(OutboxEntry, { opId, call, machineId, body, state: 'queued', visit, rawAt: at, occurredAt: null })

const shown = ({ state, stops }: Round) => ({
  state,
  stops: stops.map(({ machineId, position, state, skipReason, note, visitedFrom, visitedUntil, isAdded }) => ({
    machineId,
    position,
    state,
    skipReason,
    note,
    visitedFrom,
    visitedUntil,
    isAdded,
  })),
})

/** A machine's operations are sent in their order; those of different machines in any. */
function ofMachines(all: readonly Recorded[], counts: readonly number[]): { sent: Recorded[]; unsent: Recorded[] } {
  const own = machines.map(({ id }) => all.filter(({ machineId }) => machineId === id))
  const sent = own.flatMap((list, index) => list.slice(0, (counts[index] ?? 0) % (list.length + 1)))
  return { sent, unsent: all.filter((one) => !sent.includes(one)) }
}

test('any split into sent and unsent work shows the final round', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(actions, fc.array(fc.nat(), { minLength: 5, maxLength: 5 }), async (all, counts) => {
      // A person has one round per day.
      clock.pass(DAY)
      const as = async (login: string): Promise<Caller> => callerWith(world.app, await signedIn(world.app, login))
      const manager = await as('manager')
      const date = isoDay(dayOf(clock.now(), 'Europe/Berlin'))
      const added = await manager('POST', '/rounds', {
        date,
        userId: world.serviceman.id,
        stops: machines.slice(0, PLANNED).map(({ id }) => ({ machineId: id })),
      })
      const round: Round = added.json().data
      await manager('POST', `/rounds/${round.id}/publish`)
      clock.pass(MINUTE)
      const operations = recorded(round, all)
      clock.pass(20 * MINUTE)
      const serviceman = await as('serviceman')
      const read = async (): Promise<Round> => (await serviceman('GET', `/rounds?from=${date}&to=${date}`)).json().data[0]
      const cards = machines.map(({ id }, index) => ({ id, name: String(index) }) as never)
      const projected = async (entries: readonly Recorded[]) => shown(roundWith(await read(), entries.map(entryOf), 0, cards))

      const before = await projected(operations)
      const { sent, unsent } = ofMachines(operations, counts)
      const phone = aPhone(serviceman)
      for (const operation of sent) expect(await phone.push(operation)).toMatchObject([{ status: 'applied' }])
      const between = await projected(unsent)
      // Received, and not yet removed from the outbox.
      const twice = await projected(operations)
      for (const operation of unsent.toReversed()) expect(await phone.push(operation)).toMatchObject([{ status: 'applied' }])
      const after = shown(await read())
      expect(before).toEqual(after)
      expect(between).toEqual(after)
      expect(twice).toEqual(after)
    }),
    { numRuns: isLong ? 300 : 15 },
  )
})
