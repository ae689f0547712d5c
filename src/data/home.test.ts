import { describe, expect, it } from 'vitest'
import { homeOf, isOpenTo, safeNext } from './home.ts'

describe('the start page after sign-in', () => {
  it('is the dashboard for managers and the own area for employees', () => {
    expect(homeOf({ companyRole: 'ROLE_MANAGER' })).toBe('/dashboard')
    expect(homeOf({ companyRole: 'ROLE_EMPLOYEE' })).toBe('/dashboard/serviceman/menu')
  })

  it('is the page that was requested', () => {
    expect(safeNext('/m/abc?x=1#y')).toBe('/m/abc?x=1#y')
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example/..//x',
    'javascript:alert(1)',
    '/./\\evil.example',
    '/login?next=/login',
    '',
    7,
  ])('never leads away from the app: %s', (next) => expect(safeNext(next)?.startsWith('//') ?? false).toBe(false))

  it.each(['//evil.example', 'https://evil.example', '/login', '/.//evil.example', '/dashboard/..//evil.example'])('ignores %s', (next) =>
    expect(safeNext(next)).toBeNull(),
  )
})

describe('a company without telemetry', () => {
  const without = { companyIntegrations: ['NAYAX'] }
  const withIt = { companyIntegrations: ['NAYAX', 'VENDING_TELEMETRY'] }

  it.each(['/dashboard/reports', '/dashboard/reports/sales', '/dashboard/more/cash-withdrawal', '/dashboard/more/refill-history/'])(
    'does not have %s',
    (path) => expect([isOpenTo(without, path), isOpenTo(withIt, path)]).toEqual([false, true]),
  )

  it.each(['/dashboard/transactions', '/dashboard/more', '/dashboard/more/employee-passes', '/dashboard/reports-of-others'])(
    'has %s',
    (path) => expect(isOpenTo(without, path)).toBe(true),
  )
})
