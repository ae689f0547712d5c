import type { Guard } from './guards.ts'

/** Redundant guards, whose removal changes nothing: file, text, and the reason. */
const SECOND_LOCKS: readonly (readonly [file: string, text: RegExp, because: string])[] = [
  ['sessions.store.ts', /^eq\(refreshTokens\.companyId/, 'the hash beside it is one over all companies'],
  ['sessions.store.ts', /^t\.company_id = /, 'the hash beside it is one over all companies'],
  ['activity.store.ts', /^m\.company_id = a\.company_id/, 'the machines that somebody sees are those of their company anyway'],
  ['daily-sales.store.ts', /^machine_id = /, 'the days of all machines made again out of the same sales are the same'],
  ['movements.store.ts', /^m\.company_id = p\.company_id/, 'the machines that somebody sees are those of their company anyway'],
  ['move-between.ts', /^p\.company_id = \$\{company\}/, 'it is of a statement that only locks, for a moment'],
  ['silence.ts', /^m\.company_id = s\.company_id/, 'a machine that is looked at once too often is as silent as it is'],
  ['deliveries.store.ts', /^o\.status = 'applied'/, 'what was refused has moved nothing'],
  [
    'machines.handlers.ts',
    /^!\(await visibleMachine/,
    'the final response is queried as the same user, and a refusal rolls everything back',
  ],
  [
    'slots-deeds.store.ts',
    /^held\.company_id = \$\{company\}/,
    'the statement only locks, and a briefly locked extra row has no effect on responses',
  ],
]

/** Why the removal of a guard cannot be detected; undefined if it must be. */
export const backedBy = ({ file, text }: Guard): string | undefined =>
  SECOND_LOCKS.find(([end, guard]) => file.endsWith(end) && guard.test(text))?.[2]
