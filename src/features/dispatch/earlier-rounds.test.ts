import { expect, test } from 'vitest'
import type { Round } from '#contract/rounds.ts'
import { earlierRounds, weeksBefore } from './earlier-rounds.ts'

const round = (date: string, person: number, machines: number[], added: number[] = []) =>
  ({
    date,
    user: { id: person, name: `Person ${person}` },
    stops: [...machines, ...added].map((machineId) => ({ machineId, tasks: ['RESTOCK'], isAdded: added.includes(machineId) })),
  }) as unknown as Round

const machinesOf = (rounds: readonly Round[], isThere = (_: number) => true) =>
  earlierRounds(rounds, '2026-11-27', isThere).map(({ name, date, stops }) => [name, date, stops.map(({ machineId }) => machineId)])

test('the last round of a person on the same weekday is offered', () => {
  const rounds = [
    round('2026-11-20', 2, [4]),
    round('2026-11-06', 1, [1, 2]),
    round('2026-11-13', 1, [3, 1]),
    round('2026-11-19', 1, [9]),
    round('2026-11-20', 1, []),
  ]
  expect(machinesOf(rounds)).toEqual([
    ['Person 1', '2026-11-13', [3, 1]],
    ['Person 2', '2026-11-20', [4]],
  ])
})

test('stops that its person added and machines that are gone are left out', () => {
  expect(machinesOf([round('2026-11-20', 1, [1, 2, 3], [4])], (machine) => machine !== 2)).toEqual([['Person 1', '2026-11-20', [1, 3]]])
})

test('four weeks are looked at, across the end of a month and a year', () => {
  expect(weeksBefore('2026-11-27')).toEqual({ from: '2026-10-30', to: '2026-11-20' })
  expect(weeksBefore('2027-01-05')).toEqual({ from: '2026-12-08', to: '2026-12-29' })
})
