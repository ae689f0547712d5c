import { expect, test } from 'vitest'
import type { Activity } from '#contract/activity.ts'
import { toIso } from '#domain/time.ts'
import { visitsOf } from './visits.ts'

const activity = (id: number, machine: number | null, minute: number): Activity => ({
  id,
  type: 'MACHINE_REFILLED',
  created: toIso(minute * 60_000),
  received: toIso(minute * 60_000),
  user: null,
  machine: machine === null ? null : { id: machine, name: `Machine ${machine}`, active: true },
  message: null,
  alertType: null,
  stockChangeType: null,
  changes: [],
  undone: false,
  details: {},
})

test('a visit lasts until the first activity at another machine', () => {
  const visits = visitsOf([activity(4, 1, 40), activity(3, 2, 30), activity(2, 1, 20), activity(1, 1, 10), activity(5, null, 50)])
  expect(visits.map(({ machine, from, until, activities }) => [machine?.id, from / 60_000, until / 60_000, activities.length])).toEqual([
    [1, 10, 20, 2],
    [2, 30, 30, 1],
    [1, 40, 40, 1],
    [undefined, 50, 50, 1],
  ])
})
