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
    'what is answered in the end is looked for as the same person, and a refusal undoes all',
  ],
  [
    'slots-deeds.store.ts',
    /^held\.company_id = \$\{company\}/,
    'it is of a statement that only locks, and a row too many that is locked for a moment answers nobody',
  ],
]

/** Why the removal of a guard cannot be detected; undefined if it must be. */
export const backedBy = ({ file, text }: Guard): string | undefined =>
  SECOND_LOCKS.find(([end, guard]) => file.endsWith(end) && guard.test(text))?.[2]
