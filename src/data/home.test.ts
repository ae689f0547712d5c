import { describe, expect, it } from 'vitest'
import { homeOf, isOpenTo, safeNext } from './home.ts'

describe('where a person goes after signing in', () => {
  it('sends managers to the dashboard and employees to their own area', () => {
    expect(homeOf({ companyRole: 'ROLE_MANAGER' })).toBe('/dashboard')
    expect(homeOf({ companyRole: 'ROLE_EMPLOYEE' })).toBe('/dashboard/serviceman/menu')
  })

  it('goes on to the page that was asked for', () => {
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

  it.each(['//evil.example', 'https://evil.example', '/login', '/.//evil.example', '/dashboard/..//evil.example'])(
    'passes over %s',
    (next) => expect(safeNext(next)).toBeNull(),
  )
})

describe('what a company without telemetry has', () => {
  const without = { companyIntegrations: ['NAYAX'] }
  const withIt = { companyIntegrations: ['NAYAX', 'VENDING_TELEMETRY'] }

  it.each(['/dashboard/reports', '/dashboard/reports/sales', '/dashboard/more/cash-withdrawal', '/dashboard/more/refill-history/'])(
    'is not %s',
    (path) => expect([isOpenTo(without, path), isOpenTo(withIt, path)]).toEqual([false, true]),
  )

  it.each(['/dashboard/transactions', '/dashboard/more', '/dashboard/more/employee-passes', '/dashboard/reports-of-others'])(
    'is %s all the same',
    (path) => expect(isOpenTo(without, path)).toBe(true),
  )
})
