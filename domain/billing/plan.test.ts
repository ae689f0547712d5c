import { describe, expect, test } from 'vitest'
import { daysLeft, machineLimit, monthlyPrice, planButton, trialEnd } from './plan.ts'

test('a trial that begins today ends thirty days later', () => {
  expect(trialEnd({ year: 2026, month: 2, day: 10 })).toBe('2026-03-12')
})

test.each([
  ['2026-03-12', '2026-02-10', 30],
  ['2026-03-12', '2026-03-11', 1],
  ['2026-03-12', '2026-03-12', 0],
  ['2026-03-12', '2026-04-01', 0],
  // Across the day on which clocks change.
  ['2026-03-30', '2026-03-28', 2],
])('until %s, on %s: %i days', (until, today, days) => {
  expect(daysLeft(until, today)).toBe(days)
})

test.each([
  [1, 25],
  [5, 25],
  [6, 29],
  [15, 65],
])('%i machines cost %i a month', (machines, price) => {
  expect(monthlyPrice(machines)).toBe(price)
})

test.each([
  ['STARTER', null, 5],
  ['STARTER', 12, 12],
  ['STARTER', 3, 5],
  ['TRIAL', null, null],
  ['CUSTOM', 12, null],
])('the plan %s with %s paid takes %s machines', (plan, paid, limit) => {
  expect(machineLimit(plan, paid)).toBe(limit)
})

describe('the button next to the plan', () => {
  test.each([
    ['TRIAL', null, { words: 'choose', isDisabled: false, leads: 'to-checkout' }],
    ['MUST_SELECT', 'EXPIRED', { words: 'activateAgain', isDisabled: false, leads: 'to-checkout' }],
    ['STARTER', 'DELETED', { words: 'activateAgain', isDisabled: false, leads: 'to-change' }],
    ['STARTER', 'EXPIRED', { words: 'activateAgain', isDisabled: false, leads: 'to-change' }],
    ['STARTER', 'TRIALING', { words: 'choose', isDisabled: true, leads: 'to-change' }],
    ['STARTER', 'ACTIVE', { words: 'choose', isDisabled: true, leads: 'to-change' }],
    ['STARTER', null, { words: 'choose', isDisabled: false, leads: 'to-change' }],
    ['CUSTOM', 'ACTIVE', { words: 'choose', isDisabled: false, leads: 'to-checkout' }],
  ] as const)('on %s with a subscription that is %s', (plan, status, button) => {
    expect(planButton(plan, status)).toEqual(button)
  })
})
