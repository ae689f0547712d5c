import { expect, test } from 'vitest'
import type { Round, Stop } from '#contract/rounds.ts'
import { NEW_STOP } from '#domain/rounds/round.ts'
import { costOf, isUntouched, letterOf, type Move, positionAt, reverseOf, sumsOf, withAnswers, withMove } from './board.ts'

const stop = (machineId: number, position: number, more: Partial<Stop> = {}): Stop => ({
  ...NEW_STOP,
  machineId,
  machine: { name: `Machine ${machineId}`, address: null, lat: null, lng: null },
  position,
  tasks: ['RESTOCK'],
  ...more,
})

const round = (id: number, stops: Stop[], more: Partial<Round> = {}): Round => ({
  id,
  date: '2026-11-26',
  from: '2026-11-25T23:00:00.000Z',
  until: '2026-11-26T23:00:00.000Z',
  user: { id, name: `Person ${id}` },
  state: 'DRAFT',
  version: 1,
  publishedAt: null,
  markedAt: null,
  planned: null,
  stops,
  ...more,
})

const two = [round(1, [stop(10, 1), stop(11, 2), stop(12, 3)]), round(2, [stop(20, 1)])]
const move = (more: Partial<Move>): Move => ({ ...stop(10, 1), from: 1, to: 1, position: 1, ...more })
const machinesOf = (rounds: readonly Round[]) => rounds.map(({ stops }) => stops.map(({ machineId }) => machineId))

test('a move within a round changes the order only', () => {
  expect(machinesOf(withMove(two, move({ position: 2.5 })))).toEqual([[11, 10, 12], [20]])
})

test('a move to another round keeps the stop with its tasks', () => {
  const withTasks = [round(1, [stop(10, 1, { tasks: ['REPAIR'], note: 'key at the gate' })]), round(2, [stop(20, 1)])]
  const [, to] = withMove(withTasks, move({ to: 2, position: 0 }))
  expect(to?.stops[0]).toMatchObject({ machineId: 10, tasks: ['REPAIR'], note: 'key at the gate' })
})

test('a machine without a round is added, and a removed one is on none', () => {
  expect(machinesOf(withMove(two, move({ ...stop(30, 0), from: null, to: 2, position: 0.5 })))).toEqual([
    [10, 11, 12],
    [30, 20],
  ])
  expect(machinesOf(withMove(two, move({ to: null })))).toEqual([[11, 12], [20]])
})

test('a move that is already in the data changes nothing more', () => {
  for (const one of [move({ position: 2.5 }), move({ to: 2, position: 0.5 }), move({ to: null })])
    expect(withMove(withMove(two, one), one)).toEqual(withMove(two, one))
})

test('a visited stop stays on its round', () => {
  const visited = [round(1, [stop(10, 1, { state: 'DONE' })]), round(2, [])]
  expect(withMove(visited, move({ to: 2 }))).toEqual(visited)
  expect(withMove(visited, move({ to: null }))).toEqual(visited)
})

test('the reverse of every move restores the rounds', () => {
  const moves = [move({ position: 2.5 }), move({ to: 2, position: 0.5 }), move({ to: null }), move({ ...stop(30, 0), from: null, to: 2 })]
  for (const one of moves) expect(machinesOf(withMove(withMove(two, one), reverseOf(one, two)))).toEqual(machinesOf(two))
})

test('positions are between the neighbours that remain', () => {
  const stops = [stop(10, 1), stop(11, 2), stop(12, 3)]
  expect(positionAt(stops, 10, 1)).toBe(2.5)
  expect(positionAt(stops, 10, 2)).toBe(4)
  expect(positionAt(stops, 12, 0)).toBe(0)
  expect(positionAt([], 10, 0)).toBe(1)
})

test('a response replaces older versions only', () => {
  const newer = round(1, [], { version: 3 })
  expect(withAnswers(two, [newer])[0]).toBe(newer)
  expect(withAnswers([newer], two)[0]).toBe(newer)
})

test('the cost of a move is the difference of the planned sums', () => {
  const before = [round(1, [], { planned: { minutes: 60, metres: 9_000, saves: 20 } }), round(2, [])]
  const after = [round(1, [], { planned: { minutes: 45, metres: 7_500, saves: 18 } }), round(2, [])]
  expect(costOf(before, after, 'EUR')).toEqual({ minutes: -15, metres: -1_500, saves: -2 })
  expect(costOf(before, before, 'EUR')).toBeNull()
  expect(costOf(two, two, 'EUR')).toBeNull()
})

test('a move that gains in one round what it loses in another costs nothing', () => {
  const saving = (id: number, saves: number) => round(id, [], { planned: { minutes: 60, metres: 9_000, saves } })
  expect(costOf([saving(1, 10.1), saving(2, 5.2)], [saving(1, 10.4), saving(2, 4.9)], 'EUR')).toBeNull()
  expect(costOf([saving(1, 0.001)], [saving(1, 0.004)], 'KWD')?.saves).toBe(0.003)
})

test('a round with a visited stop or a mark is not untouched', () => {
  expect(two.map(isUntouched)).toEqual([true, true])
  expect(isUntouched(round(1, [stop(10, 1, { state: 'SKIPPED' })]))).toBe(false)
  expect(isUntouched(round(1, [], { markedAt: '2026-11-26T08:00:00.000Z' }))).toBe(false)
})

test('letters continue after Z', () => {
  expect([0, 25, 26, 27].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AB'])
})

test('a plan without stops has no sums', () => {
  const planned = { minutes: 40, metres: 1_200, saves: 3.5 }
  expect(sumsOf(round(1, [stop(10, 1)], { planned }))).toBe(planned)
  expect(sumsOf(round(1, [], { planned: { minutes: 0, metres: 0, saves: 0 } }))).toBeNull()
})
