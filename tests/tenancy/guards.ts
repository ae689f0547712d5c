import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * A guard of the server, and the source without it. `wall` marks a condition that separates two companies, `bySystem` one that is
 * evaluated before the principal is known, where row-level security does not apply.
 */
export type Guard = {
  file: string
  /** The pattern that finds it. */
  kind: string
  line: number
  text: string
  wall: boolean
  bySystem: boolean
  start: number
  end: number
  instead: string
}

/** `least`: the minimum count. Fewer means that guards were removed, or are written in a way that the pattern does not find. */
type Kind = { wall: boolean; least: number; pattern: RegExp; instead: string }

/** The notations of guards in this codebase: each pattern finds all of its kind, and `instead` lets every request through. */
const KINDS: readonly Kind[] = [
  // The tenant, in raw SQL and in Drizzle expressions.
  { wall: true, least: 882, pattern: /\b(?:\w+\.)?company_id = (?:\$\{[^}]+\}(?:\.company_id)?|\w+\.company_id)/g, instead: 'true' },
  { wall: true, least: 60, pattern: /\beq\(\w+\.companyId, [^()]+\)/g, instead: 'undefined' },
  { wall: true, least: 49, pattern: /\b(?:\w+\.)?id = (?:\w+\.company_id|\$\{(?:principal\.companyId|company)\})/g, instead: 'true' },
  { wall: true, least: 2, pattern: /\beq\(companies\.id, users\.companyId\)/g, instead: 'eq(companies.id, companies.id)' },
  // The user: their work, their machines, their time limits.
  { wall: false, least: 34, pattern: /\b\w+\.user_id = \$\{[^}]+\}/g, instead: 'true' },
  { wall: false, least: 9, pattern: /\beq\(\w+\.userId, \w+(?:\.\w+)?\)/g, instead: 'undefined' },
  { wall: false, least: 4, pattern: /\beq\(\w+\.machineId, machine\)/g, instead: 'undefined' },
  { wall: false, least: 8, pattern: /\bisNull\(\w+\.(?:revokedAt|deactivatedAt)\)/g, instead: 'undefined' },
  { wall: false, least: 70, pattern: /\b\w+\.(?:revoked_at|deactivated_at) is null/g, instead: 'true' },
  { wall: false, least: 2, pattern: /\b\w+\.(?:previous_)?access_expires_at > \$\{now\}::timestamptz/g, instead: 'true' },
  { wall: false, least: 2, pattern: /\bu\.id = s\.user_id/g, instead: 'true' },
  { wall: false, least: 3, pattern: /\beq\(users\.id, \w+(?:\.\w+)?\)/g, instead: 'undefined' },
  { wall: false, least: 85, pattern: /(?:\$\{of\}\.|\b\w+\.|(?<![.\w]|set ))machine_id = \$\{machine\}(?:::bigint)?/g, instead: 'true' },
  { wall: false, least: 8, pattern: /\b\w+\.(?:machine_id|id) = any\(\$\{arrayOf\(machines\)\}::bigint\[\]\)/g, instead: 'true' },
  { wall: false, least: 13, pattern: /\band m\.id = \$\{machine\}/g, instead: 'and true' },
  { wall: false, least: 6, pattern: /\bo\.status = 'applied'/g, instead: 'true' },
  { wall: false, least: 14, pattern: /\b(?:principal|undone)\.companyRole === 'ROLE_MANAGER'/g, instead: 'true' },
  { wall: false, least: 1, pattern: /\bcompanyRole === 'ROLE_MANAGER' \? 'all'/g, instead: "true ? 'all'" },
  { wall: false, least: 14, pattern: /\bseesMoney\(principal\)/g, instead: 'true' },
  { wall: false, least: 1, pattern: /\bassignedAt === null/g, instead: 'false' },
  { wall: false, least: 1, pattern: /\bcursor\.scope !== scope/g, instead: 'false' },
  { wall: false, least: 1, pattern: /\bundone\.machineId !== context\.machineId/g, instead: 'false' },
  {
    wall: false,
    least: 2,
    pattern: /\((?:userId|companyId) \?\? principal\.(?:userId|companyId)\) === principal\.(?:userId|companyId)/g,
    instead: 'true',
  },
  // Refusals: the condition never holds.
  {
    wall: false,
    least: 53,
    pattern:
      /(?<=if \()(?:[^\n]*?(?:mayAccess|\.enabled|visibleMachine|areVisible|context\.reach|isTheirs|isCopyOf|isSame|revokedAt|PUBLIC_CLIENT)[^\n]*?)(?=\) (?:return|\{\n))/g,
    instead: 'false',
  },
  {
    wall: false,
    least: 1,
    pattern: /\bcontexts\.filter\(\(\{ principal \}\) => principal\.enabled\)/g,
    instead: 'contexts',
  },
  {
    wall: false,
    least: 1,
    pattern: /\bplan instanceof Refusal \|\| reach \? plan : refuse\('MACHINE_NOT_FOUND'\)/g,
    instead: 'plan',
  },
  { wall: false, least: 1, pattern: /\bexpires > ctx\.now\(\)/g, instead: 'true' },
]

/**
 * Sign-in, signed links, mails, sessions, seats, device keys and their audit log work across all companies, as do the self-check, the
 * delivery of alerts and webhooks, and the cleanup of sessions, live events and stored responses.
 */
export const BY_SYSTEM = [
  'server/alerts/messages.store.ts',
  'server/alerts/watch.store.ts',
  'server/audit-log/audit-log.store.ts',
  'server/cli/grant-role.ts',
  'server/events/events.store.ts',
  'server/features/account/announcements.store.ts',
  'server/features/account/invitations.store.ts',
  'server/features/account/links.store.ts',
  'server/features/account/seats.store.ts',
  'server/features/account/sessions.store.ts',
  'server/features/account/write-mails.ts',
  'server/files/signed-files.ts',
  'server/http/authenticate.ts',
  'server/idempotency/idempotency.store.ts',
  'server/self-check/balances.store.ts',
  'server/webhooks/deliveries.store.ts',
]

/** Where guards are searched: in code that serves requests. The demo's writer, the migrations and the jobs serve none. */
const isServing = (file: string) =>
  /^server\/(app|alerts|archive|assignments|audit-log|cash-box|cli|events|features|files|http|idempotency|ledger|machine-state|self-check\/(balances|daily-sales)|sync|webhooks)\b/.test(
    file,
  ) && !/\.(test|job)\.ts$/.test(file)

/** Every guard of the server, by file and line. */
export function allGuards(): Guard[] {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'server/*.ts'], { encoding: 'utf8' })
  return files
    .split('\n')
    .filter(isServing)
    .flatMap((file) => guardsIn(file, readFileSync(file, 'utf8')))
}

/** Kinds with fewer guards than their minimum, with both numbers. */
export const missingKinds = (guards: readonly Guard[]): string[] =>
  KINDS.flatMap(({ pattern, least }) => {
    const found = guards.filter(({ kind }) => kind === pattern.source).length
    return found < least ? [`${found} instead of at least ${least} of ${pattern.source}`] : []
  })

export function guardsIn(file: string, source: string): Guard[] {
  const found = KINDS.flatMap(({ wall, pattern, instead }) =>
    [...source.matchAll(pattern)].map(
      ({ 0: text, index }): Guard => ({
        file,
        kind: pattern.source,
        line: source.slice(0, index).split('\n').length,
        text,
        wall,
        bySystem: BY_SYSTEM.includes(file),
        start: index,
        end: index + text.length,
        instead,
      }),
    ),
  )
  return found.filter(({ start, end }) => !isWriting(source, start, end)).toSorted((a, b) => a.start - b.start)
}

/** A list of columns or a comment is no guard. */
const isWriting = (source: string, start: number, end: number) =>
  /^\s*(\/\/|\*|\/\*)/.test(source.slice(source.lastIndexOf('\n', start) + 1, end))

/** The source of its file without these guards. */
export const without = (guards: readonly Guard[], source: string): string =>
  guards
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, instead }) => text.slice(0, start) + instead + text.slice(end), source)
