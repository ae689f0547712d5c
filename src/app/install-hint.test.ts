import { describe, expect, it } from 'vitest'
import { DAY } from '#domain/time.ts'
import { isHintDue, type Occasion } from './install-hint.ts'

const NOW = Date.UTC(2026, 4, 4)
const due = (of: Partial<Occasion>) =>
  isHintDue({ isInstalled: false, visits: 1, hasRestocked: false, dismissedAt: null, isAtRest: true, ...of }, NOW)

describe('installing is offered', () => {
  it('not to somebody who has only just come', () => {
    expect(due({ visits: 1 })).toBe(false)
    expect(due({ visits: 2 })).toBe(false)
  })

  it('after the first restock, or on the third visit', () => {
    expect(due({ hasRestocked: true })).toBe(true)
    expect(due({ visits: 3 })).toBe(true)
  })

  it('never while somebody works', () => {
    expect(due({ visits: 9, hasRestocked: true, isAtRest: false })).toBe(false)
  })

  it('never where it is installed', () => {
    expect(due({ visits: 9, isInstalled: true })).toBe(false)
  })

  it('again 30 days after a no, and not before', () => {
    expect(due({ visits: 9, dismissedAt: NOW - 30 * DAY + 1 })).toBe(false)
    expect(due({ visits: 9, dismissedAt: NOW - 30 * DAY })).toBe(true)
  })
})
