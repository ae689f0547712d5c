/** What a key of an outside system may be good for. */
export const KEY_AREAS = [
  'machines',
  'stock',
  'sales',
  'products',
  'passes',
  'reports',
  'cash',
  'issues',
  'team',
  'company',
  'audit',
] as const
export type KeyArea = (typeof KEY_AREAS)[number]

const DEEDS = ['read', 'write'] as const
export type KeyScope = `${KeyArea}:${(typeof DEEDS)[number]}`

/** Sales come from machines, and people, money and settings of a company are changed by people alone. */
const WRITTEN: readonly KeyArea[] = ['machines', 'stock', 'products', 'passes', 'issues']

export const KEY_SCOPES: readonly KeyScope[] = KEY_AREAS.flatMap((area) =>
  DEEDS.filter((operation) => operation === 'read' || WRITTEN.includes(area)).map((operation): KeyScope => `${area}:${operation}`),
)

/** What only reads belong to, where the same address is for people alone when it writes, or stands in no other area. */
const READ_AREAS: readonly [RegExp, KeyArea][] = [
  [/^\/(groups|devices|audits|pep\/devices)$|^\/machines\/:id\/(devices|mdb-devices|audits)$/, 'machines'],
  [/^\/reports\b/, 'reports'],
  [/^\/(sales|vend-methods|payment-methods)$/, 'sales'],
  [/^\/(cash-withdraws|machines\/:id\/coin-acceptor)$/, 'cash'],
  [/^\/review-items$/, 'stock'],
  [/^\/(users|servicemen|machines\/:id\/servicemen)$/, 'team'],
  [/^\/(company|invoices|subscriptions|subscriptions\/(info|billing-info))$/, 'company'],
  [/^\/audit$/, 'audit'],
]

/**
 * Which area a call belongs to, by its address; the first that fits. What stands in none is for people alone: accounts, money that
 * moves at once, commands to machines, devices, imports, and keys themselves.
 */
const AREAS: readonly [RegExp, KeyArea | null][] = [
  [/^\/machines\/:id\/(restart|credits|debug|servicemen|groups|devices|audits|cash-withdraws)\b/, null],
  [/^\/passes\/import$/, null],
  [/^\/issues\b/, 'issues'],
  [/^\/passes\b/, 'passes'],
  [/^\/(products|library)\b/, 'products'],
  [/^\/(transactions|dashboard)\b/, 'sales'],
  [/^\/(inventory|suppliers|purchases|stock-points)\b/, 'stock'],
  [/^\/machines\/(:id\/)?(products|coffee|inventory|slots|ingredients|voids)\b/, 'stock'],
  [/^\/(machines|activity)\b/, 'machines'],
]

/** The scope that a key needs for a call; null where no key may make it. */
export function scopeFor({ method, path }: { method: string; path: string }): KeyScope | null {
  const areas = method === 'GET' ? [...READ_AREAS, ...AREAS] : AREAS
  const area = areas.find(([pattern]) => pattern.test(path))?.[1] ?? null
  const scope = area && (`${area}:${method === 'GET' ? 'read' : 'write'}` as const)
  return scope && KEY_SCOPES.includes(scope) ? scope : null
}
