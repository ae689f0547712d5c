import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { assignmentsIn, eventsSince, feedStateOf, publishEvents, stillListening } from '../../server/events/events.store.ts'
import { personOf } from '../../server/http/authenticate.ts'
import type { AppContext } from '../../server/http/request-context.ts'
import type { GuardCase } from './further-guards.ts'
import { OURS, THEIRS } from './people.ts'

/** Queries of open live event streams. No example of the contract covers them, because an example ends at once. */
export const LIVE_CHANNEL: readonly GuardCase[] = [
  [
    'live events are numbered, stored and received per company',
    async ({ ctx, ours, theirs, facts }) => {
      const { withTenant } = ctx.database
      const publish = (company: CompanyId, activity: string) =>
        withTenant(company, (db) =>
          publishEvents(db, company, [{ activity, at: ctx.now(), machineId: null, changed: ['team'] }], ctx.now()),
        )
      const feedState = (company: CompanyId, since = 0) => withTenant(company, (db) => feedStateOf(db, company, since))
      const before = (await feedState(ours))?.last ?? 0
      for (const company of [theirs, theirs, ours]) await publish(company, company === ours ? OURS : THEIRS)
      const after = await feedState(ours, before)
      const received = await withTenant(ours, (db) => eventsSince(db, ours, before))
      return (
        after?.last === before + 1 &&
        after.kept === 1 &&
        after.channel === facts.ours.assigned.channel &&
        received.length === 1 &&
        received[0]?.event.data.activity === OURS
      )
    },
  ],
  [
    'a serviceman receives events of currently assigned machines',
    async ({ ctx, ours, facts }) => {
      const { assigned, elsewhere, former, outOfService } = facts.ours
      const events = [assigned, elsewhere, former, outOfService].map(({ machine }, seq) => ({
        ...{ seq, machineId: machine, to: null, event: { data: {} } as never },
      }))
      const given = await ctx.database.withTenant(ours, (db) => assignmentsIn(db, ours, [assigned.userId], events))
      return [...given].join() === `${assigned.userId} ${assigned.machine}`
    },
  ],
  [
    'a stream ends with its own session and user, not with one of the same id',
    async ({ ctx, principals }) => {
      const { owner, asSystem } = ctx.database
      const person = await personOf(ctx as AppContext, principals.employee.headers.authorization?.replace('Bearer ', '') ?? '')
      if (!person) return false
      const isHeard = async () => (await asSystem((db) => stillListening(db, [person], ctx.now()))).size === 1
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
