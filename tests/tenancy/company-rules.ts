import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { dayOf } from '#domain/calendar.ts'
import { DAY, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { MILLI } from '#domain/units.ts'
import { unassignMachines } from '../../server/assignments/assignments.store.ts'
import { rowsOf } from '../../server/db/client.ts'
import { findWithdraws } from '../../server/features/cash/withdraws.store.ts'
import { companiesToLearn } from '../../server/features/forecast/forecast.store.ts'
import { knownTo } from '../../server/features/imports/known.ts'
import { machinesWith } from '../../server/features/products/product-summary.store.ts'
import { findUptime } from '../../server/features/reports/uptime.store.ts'
import { aMachine } from '../support/fleet.ts'
import { aCompany } from '../support/test-context.ts'
import type { GuardCase } from './further-guards.ts'
import { loginOf, OURS, type Who } from './people.ts'
import { idOf } from './test-values.ts'

/** Company rules about users, machines and sales that no endpoint policy expresses. */
export const COMPANY_RULES: readonly GuardCase[] = [
  [
    'the last manager of a company keeps the role, also against a guest from the head office',
    async ({ ctx, ours, theirs, principals, app }) => {
      const { owner } = ctx.database
      const idOfWho = async (who: Who) =>
        (await rowsOf<{ id: number }>(owner, sql`select id from users where login = ${loginOf(OURS, who)}`))[0]?.id ?? 0
      const [last, guest] = [await idOfWho('manager'), await idOfWho('headOffice')]
      const before = await rowsOf<{ id: number }>(owner, sql`select id from users where company_id = ${ours} and enabled`)
      await owner.execute(sql`
        update users set enabled = id in (${last}, ${guest}) where company_id = ${ours} and company_role = 'ROLE_MANAGER'`)
      const headOffice = (is: number | null) => owner.execute(sql`update companies set head_office_id = ${is}::int where id = ${ours}`)
      await headOffice(theirs)
      await owner.execute(
        sql`update users set home_company_id = ${theirs}, home_user_id = ${guest} where company_id = ${ours} and id = ${guest}`,
      )
      const answer = await app.inject({
        ...{ method: 'PATCH', url: `/api/users/${last}`, payload: { companyRole: 'ROLE_EMPLOYEE' } },
        headers: { ...principals.headOffice.headers, 'idempotency-key': idOf('the last manager') },
      })
      await headOffice(null)
      const enabled = `{${before.map(({ id }) => id).join(',')}}`
      await owner.execute(sql`
        update users set enabled = id = any(${enabled}::int[]), home_company_id = null, home_user_id = null where company_id = ${ours}`)
      return answer.statusCode === 409
    },
  ],
  [
    'deactivated machines provide no learned data and match no import',
    async ({ ctx, ours, facts }) => {
      const { database } = ctx
      const { id } = await aCompany(ctx, { name: 'Retired' })
      await database.owner.execute(sql`
        insert into machines (company_id, name, type, state, token, created_at, deactivated_at)
        values (${id}, 'gone', 'SNACK', 'NONE', 'a token of nothing', '2026-01-01', '2026-02-01')`)
      const learning = await database.asSystem(companiesToLearn)
      const known = await database.withTenant(ours, (db) => knownTo(db, ours))
      const ids = [...known.machines.values()].map((machine) => (machine === 'two' ? 0 : machine.id))
      return (
        learning.every(({ company }) => company !== id) &&
        ids.includes(facts.ours.assigned.machine) &&
        !ids.includes(facts.ours.outOfService.machine)
      )
    },
  ],
  [
    'only managers see warehouse movements',
    async ({ ctx, ours, app, principals }) => {
      const [place] = await rowsOf<{ id: number }>(
        ctx.database.owner,
        sql`select id::float8 as id from stock_points where company_id = ${ours} and kind = 'WAREHOUSE' order by id limit 1`,
      )
      const seenBy = async (who: Who) =>
        (await app.inject({ url: `/api/stock-points/${place?.id}/movements`, headers: principals[who].headers })).statusCode
      return (await seenBy('manager')) === 200 && (await seenBy('employee')) === 404
    },
  ],
  [
    'machines are assigned to servicemen only, and unassigned once',
    async ({ ctx, ours, facts, app, principals }) => {
      const { machine, userId, helper } = facts.ours.former
      const [disabled] = await rowsOf<{ id: number }>(
        ctx.database.owner,
        sql`select id from users where company_id = ${ours} and login = ${loginOf(OURS, 'disabled')}`,
      )
      const give = async (to: number) => {
        const headers = { ...principals.manager.headers, 'idempotency-key': idOf(`given to ${to}`) }
        return (await app.inject({ method: 'PATCH', url: `/api/machines/${machine}/servicemen/${to}`, headers })).statusCode
      }
      const answers = [await give(999_999_999), await give(disabled?.id ?? 0), await give(helper)]
      const taken = await ctx.database.withTenant(ours, (db) => unassignMachines(db, ours, [machine], userId, ctx.now()))
      return isDeepStrictEqual(answers, [404, 404, 200]) && taken.length === 0
    },
  ],
  [
    'a sale reduces the stock point in its own machine',
    async ({ ctx, ours, app, clock, facts }) => {
      const { imei, machine } = facts.ours.elsewhere
      const lies = async () => {
        const [row] = await rowsOf<{ balance: number }>(
          ctx.database.owner,
          sql`select p.balance::float8 as balance from stock_points p join slots s on s.company_id = p.company_id and s.id = p.slot_id
            where p.company_id = ${ours} and p.machine_id = ${machine} and s.slot_number = '11' and p.removed_at is null and s.removed_at is null`,
        )
        return row?.balance ?? 0
      }
      // The sale must be later than every count.
      clock.pass(MINUTE)
      const before = await lies()
      const sale = { id: 'at its own machine', type: 'VEND', at: toIso(clock.now()), selection: '11', price: 1.5, method: 'CASH' }
      const answer = await app.inject({
        ...{ method: 'POST', url: `/api/telemetry/${imei}/events`, payload: [sale] },
        headers: { authorization: `Bearer key-of-a-device-${imei}` },
      })
      return answer.statusCode === 200 && (await lies()) === before - MILLI
    },
  ],
  [
    'a deactivated machine is reported as such and contains no product',
    async ({ ctx, ours, facts }) => {
      const { machine: gone, productId } = facts.ours.outOfService
      await ctx.database.owner.execute(sql`
        insert into cash_movements (company_id, machine_id, effective_at, operation_id, line, kind, cause, amount_minor)
        values (${ours}, ${gone}, '2026-02-01', ${idOf('taken before it went')}::uuid, 0, 'count', 'WITHDRAWN', 0)`)
      const span = { from: Date.parse('2026-01-31'), until: Date.parse('2026-02-02') }
      return ctx.database.withTenant(ours, async (db) => {
        const taken = await findWithdraws(db, ours, span, { limit: 5 })
        const holding = (await machinesWith(db, ours, productId)).map(({ machine }) => machine.id)
        return (
          isDeepStrictEqual(
            taken.map(({ machine }) => [machine.id, machine.active]),
            [[gone, false]],
          ) &&
          holding.includes(facts.ours.assigned.machine) &&
          !holding.includes(gone)
        )
      })
    },
  ],
  [
    'reports list machines in service without sales, and no deactivated ones',
    async ({ ctx }) => {
      const { database } = ctx
      const { id } = await aCompany(ctx, { name: 'Sold nothing' })
      const now = ctx.now()
      const aMachineUntil = async (name: string, at: Moment | null) => {
        const machine = await aMachine(ctx, id, { name })
        await database.owner.execute(sql`
          update machines set created_at = ${toIso(now - 9 * DAY)}, deactivated_at = ${at && toIso(at)} where id = ${machine.id}`)
        return machine.id
      }
      const machines = [await aMachineUntil('1', null), await aMachineUntil('2', now - DAY / 2), await aMachineUntil('3', now - 2 * DAY)]
      const days = { from: dayOf(now, 'UTC'), until: dayOf(now + DAY, 'UTC') }
      const reported = await database.withTenant(id, (db) => findUptime(db, id, { days }, { from: now - DAY, until: now }, now))
      return isDeepStrictEqual(
        reported.map((row) => row.machine.id),
        machines.slice(0, 2),
      )
    },
  ],
]
