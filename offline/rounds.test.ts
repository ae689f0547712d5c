import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Round, Stop } from '#contract/rounds.ts'
import { NEW_STOP } from '#domain/rounds/round.ts'
import { OutboxEntry } from './records.ts'
import { roundWith } from './rounds.ts'

const stop = (machineId: number, more: Partial<Stop> = {}): Stop => ({
  ...NEW_STOP,
  machineId,
  machine: { name: String(machineId), address: null, lat: null, lng: null },
  position: machineId,
  tasks: ['RESTOCK'],
  ...more,
})

const round: Round = {
  id: 7,
  date: '2026-03-03',
  from: '2026-03-02T23:00:00.000Z',
  until: '2026-03-03T23:00:00.000Z',
  user: { id: 1, name: 'Jonas' },
  state: 'PUBLISHED',
  version: 1,
  publishedAt: '2026-03-02T18:00:00.000Z',
  markedAt: null,
  planned: null,
  stops: [stop(1), stop(2)],
}

const at = (time: string) => Date.parse(`2026-03-03T${time}:00.000Z`)
const entry = (call: string, machineId: number, time: string, body: object | null, more: object = {}) =>
  v.parse(OutboxEntry, { opId: `${call} ${time}`, call, machineId, body, state: 'queued', rawAt: at(time), occurredAt: null, ...more })
const visit = { visit: { id: '0a6e2fd5-8d5f-4c43-9fb4-0d6a3a1c2b11', start: 'LIST' } }
const states = ({ stops }: Round) => stops.map(({ machineId, state }) => [machineId, state])

test('skipping or moving a removed stop does not bring it back', () => {
  const marks = [
    entry('markStop', 5, '08:00', { round: 7, state: 'SKIPPED', reason: 'CLOSED' }),
    entry('markStop', 6, '08:01', { round: 7, position: 1 }),
  ]
  expect(states(roundWith(round, marks, 0))).toEqual([
    [1, 'PLANNED'],
    [2, 'PLANNED'],
  ])
})

test('unplanned visits come last in the order of visits, added stops before them', () => {
  const work = [
    entry('restockSlots', 9, '08:00', [], visit),
    entry('restockSlots', 8, '09:00', [], visit),
    entry('markStop', 5, '10:00', { round: 7, state: 'PLANNED' }),
  ]
  expect(states(roundWith(round, work, 0))).toEqual([
    [1, 'PLANNED'],
    [2, 'PLANNED'],
    [5, 'PLANNED'],
    [9, 'DONE'],
    [8, 'DONE'],
  ])
})

test('an earlier unsent mark of the round does not replace a later one', () => {
  const finished: Round = { ...round, state: 'FINISHED', markedAt: '2026-03-03T16:00:00.000Z' }
  expect(roundWith(finished, [entry('markRound', 1, '08:00', { round: 7, state: 'STARTED' })], 0).state).toBe('FINISHED')
  expect(roundWith(finished, [entry('markRound', 1, '17:00', { round: 7, state: 'STARTED' })], 0).state).toBe('STARTED')
})

test('marks of other rounds, refused entries and work of another day change nothing', () => {
  const others = [
    entry('markStop', 1, '08:00', { round: 8, state: 'SKIPPED' }),
    entry('markStop', 1, '08:00', { round: 7, state: 'SKIPPED' }, { state: 'needs-you' }),
    { ...entry('restockSlots', 1, '08:00', [], visit), rawAt: Date.parse('2026-03-02T22:59:00.000Z') },
  ]
  expect(roundWith(round, others, 0)).toEqual(round)
})
