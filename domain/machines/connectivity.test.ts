import { expect, test } from 'vitest'
import { MINUTE } from '../time.ts'
import { type Connection, stateOf } from './connectivity.ts'

const NOW = Date.parse('2026-03-02T08:00:00.000Z')
const heard: Connection = {
  hasDevice: true,
  heardAt: NOW - MINUTE,
  reported: 'RUNNING',
  reportedAt: NOW - 5 * MINUTE,
  restartAskedAt: null,
}

test.each<[string, Partial<Connection>, string]>([
  ['has no device', { hasDevice: false }, 'NONE'],
  ['was never heard', { heardAt: null, reported: null, reportedAt: null }, 'NOT_CONNECTED'],
  ['was heard and never said how it is', { reported: null, reportedAt: null }, 'UNKNOWN'],
  ['runs', {}, 'RUNNING'],
  ['stands', { reported: 'STOPPED' }, 'STOPPED'],
  ['starts', { reported: 'STARTING' }, 'STARTING'],
  ['was heard a quarter of an hour ago', { heardAt: NOW - 15 * MINUTE }, 'RUNNING'],
  ['is silent for longer', { heardAt: NOW - 15 * MINUTE - 1 }, 'NOT_CONNECTED'],
  ['is to restart', { restartAskedAt: NOW - MINUTE }, 'RESTARTING'],
  [
    'is to restart, and silent over it',
    { restartAskedAt: NOW - 9 * MINUTE, heardAt: NOW - 16 * MINUTE, reportedAt: NOW - 20 * MINUTE },
    'RESTARTING',
  ],
  ['said something since it was to restart', { restartAskedAt: NOW - MINUTE, reportedAt: NOW - MINUTE + 1 }, 'RUNNING'],
  ['has been restarting for too long', { restartAskedAt: NOW - 10 * MINUTE }, 'RUNNING'],
])('a machine that %s', (_what, known, state) => {
  expect(stateOf({ ...heard, ...known }, NOW)).toBe(state)
})
