import type { Account } from '#contract/account.ts'

/** The start page: the dashboard for managers, the own area for employees. */
export const homeOf = ({ companyRole }: Pick<Account, 'companyRole'>): '/dashboard' | '/dashboard/serviceman/menu' =>
  companyRole === 'ROLE_MANAGER' ? '/dashboard' : '/dashboard/serviceman/menu'

/** The company has not selected a plan yet, so no other page is available. */
export const mustSelectPlan = ({ planName }: Pick<Account, 'planName'>): boolean => planName === 'MUST_SELECT'

/** Shortages are computed from machine reports; a company without telemetry has none. */
export const hasShortages = ({ companyIntegrations }: Pick<Account, 'companyIntegrations'>): boolean =>
  companyIntegrations.includes('VENDING_TELEMETRY')

/** Pages that need telemetry; a company without it has transactions only. */
const BY_TELEMETRY = ['/dashboard/reports', '/dashboard/more/cash-withdrawal', '/dashboard/more/refill-history']

/** Whether a manager's page is available to this company. */
export const isOpenTo = (account: Pick<Account, 'companyIntegrations'>, path: string): boolean =>
  hasShortages(account) || !BY_TELEMETRY.some((start) => path === start || path.startsWith(`${start}/`))

/** The address to open after sign-in: only a path of this app, because the link may come from anywhere. */
export function safeNext(next: unknown): string | null {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next)) return null
  const { origin, pathname, search, hash } = new URL(next, 'https://here.invalid')
  if (origin !== 'https://here.invalid' || pathname === '/login' || pathname === '/') return null
  // The parser turns "/.//there" into "//there", which names another host.
  if (pathname.startsWith('//')) return null
  return `${pathname}${search}${hash}`
}
