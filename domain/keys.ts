/** What a key of an outside system may be good for. */
export const KEY_AREAS = ['machines', 'stock', 'sales', 'products', 'passes'] as const
export type KeyArea = (typeof KEY_AREAS)[number]

const DEEDS = ['read', 'write'] as const
export type KeyScope = `${KeyArea}:${(typeof DEEDS)[number]}`

/** Sales are told by machines, and written by no key. */
export const KEY_SCOPES: readonly KeyScope[] = KEY_AREAS.flatMap((area) =>
  DEEDS.filter((deed) => !(area === 'sales' && deed === 'write')).map((deed): KeyScope => `${area}:${deed}`),
)

/**
 * Which area a call belongs to, by its address; the first that fits. What stands in none is for people alone: accounts, money that
 * moves at once, commands to machines, devices, imports, and keys themselves.
 */
const AREAS: readonly [RegExp, KeyArea | null][] = [
  [/^\/machines\/:id\/(restart|credits|debug|servicemen|groups|devices|audits|cash-withdraws)\b/, null],
  [/^\/passes\/import$/, null],
  [/^\/passes\b/, 'passes'],
  [/^\/(products|library)\b/, 'products'],
  [/^\/(transactions|dashboard)\b/, 'sales'],
  [/^\/(inventory|suppliers|purchases|stock-points)\b/, 'stock'],
  [/^\/machines\/(:id\/)?(products|coffee|inventory|slots|ingredients|voids)\b/, 'stock'],
  [/^\/(machines|activity)\b/, 'machines'],
]

/** The scope that a key needs for a call; null where no key may make it. */
export function scopeFor({ method, path }: { method: string; path: string }): KeyScope | null {
  const area = AREAS.find(([pattern]) => pattern.test(path))?.[1] ?? null
  const scope = area && (`${area}:${method === 'GET' ? 'read' : 'write'}` as const)
  return scope && KEY_SCOPES.includes(scope) ? scope : null
}
