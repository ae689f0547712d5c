import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { personOf } from '../../server/features/account/authenticate.ts'
import type { House } from '../../server/http/caller.ts'
import { eventsSince, givenTo, standingOf, stillListening, tellLive } from '../../server/live/live.store.ts'
import type { Particular } from './particulars.ts'
import { OURS, THEIRS } from './people.ts'

/** What streams of live events look up while they are open. No example of the contract comes to it, because an example ends at once. */
export const LIVE_CHANNEL: readonly Particular[] = [
  [
    'live events are numbered, kept and heard for each company alone',
    async ({ house, ours, theirs, facts }) => {
      const { asCompany } = house.database
      const tell = (company: CompanyId, activity: string) =>
        asCompany(company, (db) => tellLive(db, company, [{ activity, at: house.now(), machineId: null, changed: ['team'] }], house.now()))
      const standing = (company: CompanyId, since = 0) => asCompany(company, (db) => standingOf(db, company, since))
      const before = (await standing(ours))?.last ?? 0
      for (const company of [theirs, theirs, ours]) await tell(company, company === ours ? OURS : THEIRS)
      const after = await standing(ours, before)
      const heard = await asCompany(ours, (db) => eventsSince(db, ours, before))
      return (
        after?.last === before + 1 &&
        after.kept === 1 &&
        after.channel === facts.ours.assigned.channel &&
        heard.length === 1 &&
        heard[0]?.event.data.activity === OURS
      )
    },
  ],
  [
    'a serviceman hears of machines that they have now',
    async ({ house, ours, facts }) => {
      const { assigned, elsewhere, former, outOfService } = facts.ours
      const events = [assigned, elsewhere, former, outOfService].map(({ machine }, seq) => ({
        ...{ seq, machineId: machine, to: null, event: { data: {} } as never },
      }))
      const given = await house.database.asCompany(ours, (db) => givenTo(db, ours, [assigned.userId], events))
      return [...given].join() === `${assigned.userId} ${assigned.machine}`
    },
  ],
  [
    'a stream ends with its session and its person, whoever else has the same number or the same rights',
    async ({ house, everybody }) => {
      const { owner, asHouse } = house.database
      const person = await personOf(house as House, everybody.employee.headers.authorization?.replace('Bearer ', '') ?? '')
      if (!person) return false
      const isHeard = async () => (await asHouse((db) => stillListening(db, [person], house.now()))).size === 1
      const own = sql`company_id = ${person.companyId} and id`
      const became = [await isHeard()]
      for (const [then, again] of [
        [
          sql`update users set enabled = false where ${own} = ${person.userId}`,
          sql`update users set enabled = true where ${own} = ${person.userId}`,
        ],
        [
          sql`update sessions set revoked_at = created_at where ${own} = ${person.sessionId}::uuid`,
          sql`update sessions set revoked_at = null where ${own} = ${person.sessionId}::uuid`,
        ],
      ] as const) {
        await owner.execute(then)
        became.push(await isHeard())
        await owner.execute(again)
      }
      return became.join() === 'true,false,false' && (await isHeard())
    },
  ],
]
