import { describe, expect, it } from 'vitest'
import { DAY } from '#domain/time.ts'
import { isHintDue, type Occasion } from './install-hint.ts'

const NOW = Date.UTC(2026, 4, 4)
const due = (of: Partial<Occasion>) =>
  isHintDue({ isInstalled: false, visits: 1, hasRestocked: false, dismissedAt: null, isAtRest: true, ...of }, NOW)

describe('the install hint', () => {
  it('is not shown to a new user', () => {
    expect(due({ visits: 1 })).toBe(false)
    expect(due({ visits: 2 })).toBe(false)
  })

  it('is shown after the first restock, or on the third visit', () => {
    expect(due({ hasRestocked: true })).toBe(true)
    expect(due({ visits: 3 })).toBe(true)
  })

  it('is never shown during work', () => {
    expect(due({ visits: 9, hasRestocked: true, isAtRest: false })).toBe(false)
  })

  it('is never shown if the app is installed', () => {
    expect(due({ visits: 9, isInstalled: true })).toBe(false)
  })

  it('returns 30 days after it was dismissed', () => {
    expect(due({ visits: 9, dismissedAt: NOW - 30 * DAY + 1 })).toBe(false)
    expect(due({ visits: 9, dismissedAt: NOW - 30 * DAY })).toBe(true)
  })
})
