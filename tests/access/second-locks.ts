import type { Guard } from './guards.ts'

/** Guards behind which another one stands, so that nothing changes without them: where, what, and why it cannot matter. */
const SECOND_LOCKS: readonly (readonly [file: string, text: RegExp, because: string])[] = [
  ['sessions.store.ts', /^eq\(refreshTokens\.companyId/, 'the hash beside it is one over all companies'],
  ['sessions.store.ts', /^t\.company_id = /, 'the hash beside it is one over all companies'],
]

/** Why a removed guard cannot be missed; undefined where nothing stands behind it. */
export const backedBy = ({ file, text }: Guard): string | undefined =>
  SECOND_LOCKS.find(([end, guard]) => file.endsWith(end) && guard.test(text))?.[2]
