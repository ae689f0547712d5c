/** The areas that an API key may cover. */
const KEY_AREAS = [
  'machines',
  'stock',
  'sales',
  'products',
  'passes',
  'reports',
  'cash',
  'issues',
  'rounds',
  'team',
  'company',
  'audit',
] as const
type KeyArea = (typeof KEY_AREAS)[number]

const ACCESS_LEVELS = ['read', 'write'] as const
export type KeyScope = `${KeyArea}:${(typeof ACCESS_LEVELS)[number]}`

/** Areas with write access. Sales come from machines only, and users, money and settings are changed by people only. */
const WRITTEN: readonly KeyArea[] = ['machines', 'stock', 'products', 'passes', 'issues', 'rounds']

export const KEY_SCOPES: readonly KeyScope[] = KEY_AREAS.flatMap((area) =>
  ACCESS_LEVELS.filter((operation) => operation === 'read' || WRITTEN.includes(area)).map((operation): KeyScope => `${area}:${operation}`),
)

/** Reads whose path is otherwise reserved for people, or is in no other area. */
const READ_AREAS: readonly [RegExp, KeyArea][] = [
  [/^\/(groups|devices|audits|pep\/devices)$|^\/machines\/:id\/(devices|mdb-devices|audits)$/, 'machines'],
  [/^\/reports\b|^\/machines\/:id\/commissions$/, 'reports'],
  [/^\/(sales|vend-methods|payment-methods)$/, 'sales'],
  [/^\/(cash-withdraws|bag-counts(\/(differences|uncounted))?|machines\/:id\/coin-acceptor)$/, 'cash'],
  [/^\/(review-items$|supplier-orders\b)/, 'stock'],
  [/^\/(users|servicemen|machines\/:id\/servicemen)$/, 'team'],
  [/^\/(company(\/photos)?|rounds\/settings|invoices|subscriptions|subscriptions\/(info|billing-info))$/, 'company'],
  [/^\/audit$/, 'audit'],
]

/**
 * The area of a call by its path; the first match counts. Calls without an area are for people only: accounts, immediate money transfers,
 * commands to machines, devices, imports, API keys, orders, which are sent to suppliers, hand-overs, which a phone signs, and the first screen, which mixes several areas.
 */
const AREAS: readonly [RegExp, KeyArea | null][] = [
  [/^\/machines\/:id\/(restart|credits|debug|servicemen|groups|devices|audits|cash-withdraws|commissions)\b/, null],
  [/^\/(passes\/import|machines\/(restart|commissions)|dashboard\/today|rounds\/settings)$/, null],
  [/^\/machines\/:id\/(stop|round)-marks$/, 'rounds'],
  [/^\/(rounds|visits)\b/, 'rounds'],
  [/^\/issues\b/, 'issues'],
  [/^\/passes\b/, 'passes'],
  [/^\/(products|library)\b/, 'products'],
  [/^\/(transactions|dashboard)\b/, 'sales'],
  [/^\/van-hand-overs$/, null],
  [/^\/(inventory|suppliers|purchases|stock-points|vans|van-changes)\b/, 'stock'],
  [/^\/planogram-templates\b/, 'stock'],
  [/^\/machines\/(:id\/)?(products|coffee|inventory|slots|ingredients|voids|planogram)\b/, 'stock'],
  [/^\/(machines|activity|photos)\b/, 'machines'],
]

/** The scope that a key needs for a call; null if no key may use it. */
export function scopeFor({ method, path }: { method: string; path: string }): KeyScope | null {
  const areas = method === 'GET' ? [...READ_AREAS, ...AREAS] : AREAS
  const area = areas.find(([pattern]) => pattern.test(path))?.[1] ?? null
  const scope = area && (`${area}:${method === 'GET' ? 'read' : 'write'}` as const)
  return scope && KEY_SCOPES.includes(scope) ? scope : null
}
