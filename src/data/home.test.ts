import { describe, expect, it } from 'vitest'
import { homeOf, safeNext } from './home.ts'

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
