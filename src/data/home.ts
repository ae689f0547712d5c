import type { Account } from '#contract/account.ts'

/** Where a person begins: managers with the dashboard, employees in their own area. */
export const homeOf = ({ companyRole }: Pick<Account, 'companyRole'>): '/dashboard' | '/dashboard/serviceman/menu' =>
  companyRole === 'ROLE_MANAGER' ? '/dashboard' : '/dashboard/serviceman/menu'

/** The company has chosen no plan yet: nothing else is open to it. */
export const mustSelectPlan = ({ planName }: Pick<Account, 'planName'>): boolean => planName === 'MUST_SELECT'

/** Shortages are counted from what machines report; a company without that has none to show. */
export const hasShortages = ({ companyIntegrations }: Pick<Account, 'companyIntegrations'>): boolean =>
  companyIntegrations.includes('VENDING_TELEMETRY')

/** What is told by machines that report; a company without that has transactions alone. */
const BY_TELEMETRY = ['/dashboard/reports', '/dashboard/more/cash-withdrawal', '/dashboard/more/refill-history']

/** Whether a manager's page has anything to show for this company. */
export const isOpenTo = (account: Pick<Account, 'companyIntegrations'>, path: string): boolean =>
  hasShortages(account) || !BY_TELEMETRY.some((start) => path === start || path.startsWith(`${start}/`))

/** The address to go on to after signing in: only one of our own, whoever made the link. */
export function safeNext(next: unknown): string | null {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next)) return null
  const { origin, pathname, search, hash } = new URL(next, 'https://here.invalid')
  if (origin !== 'https://here.invalid' || pathname === '/login' || pathname === '/') return null
  // "/.//there" comes out of the parser as "//there", which names another host.
  if (pathname.startsWith('//')) return null
  return `${pathname}${search}${hash}`
}
