import type { Caller } from '../http/caller.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { orderFile } from './ordered-files.store.ts'
import { signedAddress, type Unsigned } from './signed-files.ts'

/** So many rows are made in about a second and can be waited for. More come by mail, as many as a mail can bring; without mail they are waited for. */
const AT_ONCE = 10_000
const BY_MAIL = 200_000

/** A signed address of a table of so many rows; where that takes too long to wait for, it is ordered, and the answer says so. */
export async function giveFile({ db, person, house }: Caller, order: Unsigned, count: number): Promise<{ downloadUrl: string } | Refusal> {
  if (count <= (house.settings.smtp ? AT_ONCE : BY_MAIL)) return { downloadUrl: signedAddress(house, person, order) }
  if (count > BY_MAIL) return refuse('REPORT_TOO_LARGE', { detail: `It has ${count} rows, and a mail brings ${BY_MAIL}.` })
  const ordered = await orderFile(db, { userId: person.userId, order, now: house.now() })
  return ordered
    ? refuse('REPORT_BY_MAIL', { detail: `It has ${count} rows, and will be sent by mail.`, details: { to: ordered.to }, stands: true })
    : refuse('NO_EMAIL', { detail: `It has ${count} rows, and would be sent by mail.` })
}
