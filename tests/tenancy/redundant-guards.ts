import type { Guard } from './guards.ts'

/** Redundant guards, whose removal changes nothing: file, text, and the reason. */
const SECOND_LOCKS: readonly (readonly [file: string, text: RegExp, because: string])[] = [
  ['sessions.store.ts', /^eq\(refreshTokens\.companyId/, 'the hash next to it is unique across all companies'],
  ['sessions.store.ts', /^t\.company_id = /, 'the hash next to it is unique across all companies'],
  ['activity.store.ts', /^m\.company_id = a\.company_id/, 'the visible machines of a user are limited to the company anyway'],
  ['daily-sales.store.ts', /^machine_id = /, 'rebuilding the days of all machines from the same sales gives the same rows'],
  ['movements.store.ts', /^m\.company_id = p\.company_id/, 'the visible machines of a user are limited to the company anyway'],
  ['offline-detection.ts', /^m\.company_id = s\.company_id/, 'an additional check of a machine has no effect'],
  ['rounds.store.ts', /^f\.company_id = /, 'the user next to it belongs to one company'],
  ['deliveries.store.ts', /^o\.status = 'applied'/, 'a rejected operation has no movements'],
  [
    'machines.handlers.ts',
    /^!\(await visibleMachine/,
    'the final response is queried as the same user, and a refusal rolls everything back',
  ],
  [
    'mappings.routes.ts',
    /^m\.company_id = \$\{companyId\}/,
    'the statement only locks, and the machine was found among the visible ones before',
  ],
  [
    'slots-operations.store.ts',
    /^held\.company_id = \$\{company\}/,
    'the statement only locks, and a briefly locked extra row has no effect on responses',
  ],
]

/** Why the removal of a guard cannot be detected; undefined if it must be. */
export const redundancyOf = ({ file, text }: Guard): string | undefined =>
  SECOND_LOCKS.find(([end, guard]) => file.endsWith(end) && guard.test(text))?.[2]

/** Files of the list above in which no guard has the text of their entry any more. */
export const outdatedEntries = (guards: readonly Guard[]): string[] =>
  SECOND_LOCKS.flatMap(([end, text]) => (guards.some((guard) => guard.file.endsWith(end) && text.test(guard.text)) ? [] : [end]))
