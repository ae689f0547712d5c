import { expect, test } from 'vitest'
import { MINUTE } from '../time.ts'
import { type Connection, stateOf } from './connectivity.ts'

const NOW = Date.parse('2026-03-02T08:00:00.000Z')
const connected: Connection = {
  hasDevice: true,
  heardAt: NOW - MINUTE,
  reported: 'RUNNING',
  reportedAt: NOW - 5 * MINUTE,
  restartAskedAt: null,
}

test.each<[string, Partial<Connection>, string]>([
  ['has no device', { hasDevice: false }, 'NONE'],
  ['never had contact', { heardAt: null, reported: null, reportedAt: null }, 'NOT_CONNECTED'],
  ['had contact but never reported a state', { reported: null, reportedAt: null }, 'UNKNOWN'],
  ['runs', {}, 'RUNNING'],
  ['stands', { reported: 'STOPPED' }, 'STOPPED'],
  ['starts', { reported: 'STARTING' }, 'STARTING'],
  ['had contact a quarter of an hour ago', { heardAt: NOW - 15 * MINUTE }, 'RUNNING'],
  ['had no contact for longer', { heardAt: NOW - 15 * MINUTE - 1 }, 'NOT_CONNECTED'],
  ['has a pending restart', { restartAskedAt: NOW - MINUTE }, 'RESTARTING'],
  [
    'has a pending restart and no contact',
    { restartAskedAt: NOW - 9 * MINUTE, heardAt: NOW - 16 * MINUTE, reportedAt: NOW - 20 * MINUTE },
    'RESTARTING',
  ],
  ['reported a state after the restart request', { restartAskedAt: NOW - MINUTE, reportedAt: NOW - MINUTE + 1 }, 'RUNNING'],
  ['has been restarting for too long', { restartAskedAt: NOW - 10 * MINUTE }, 'RUNNING'],
])('a machine that %s', (_what, known, state) => {
  expect(stateOf({ ...connected, ...known }, NOW)).toBe(state)
})
