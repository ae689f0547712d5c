import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { readAudits } from '#domain/dex/reading.ts'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { HOUR, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../server/db/client.ts'
import { findWithdraws } from '../../server/features/cash/withdraws.store.ts'
import { findIssues, insertIssue } from '../../server/features/issues/issues.store.ts'
import { outagesOf } from '../../server/features/reports/uptime.store.ts'
import { findSales } from '../../server/features/sales/transactions.store.ts'
import { recordAlerts } from '../../server/features/telemetry/accounts.store.ts'
import { validSales, voidSales } from '../../server/features/telemetry/audit-sales.store.ts'
import {
  findReading,
  findSame,
  firstReadingsAfter,
  heldReadings,
  insertReading,
  knownClockAhead,
  listReadings,
  readingsBefore,
  readingsFrom,
  salesOutsideReadOuts,
  writeStatus,
} from '../../server/features/telemetry/audits.store.ts'
import { saleContext } from '../../server/features/telemetry/vends.store.ts'
import { writeState } from '../../server/machine-state/heartbeat.store.ts'
import { insertStates, shortenSilences } from '../../server/machine-state/outages.store.ts'
import { aDevice, aMachine } from '../support/fleet.ts'
import { aCompany, type TestContext } from '../support/test-context.ts'
import type { GuardCase } from './further-guards.ts'
import { idOf } from './test-values.ts'

/** Two machines of one company: events of one must not affect the other. */
export const NEIGHBOURING_MACHINES: readonly GuardCase[] = [
  [
    'a read-out is compared with its own machine’s readings and sales',
    async ({ ctx }) => {
      const { company, one, other } = await twoMachines(ctx, 'Audited')
      return ctx.database.withTenant(company, async (db) => {
        await aReading(db, company, one, 'first', NOON)
        await aReading(db, company, one, 'second', NOON + 2 * HOUR)
        await aReading(db, company, other, 'between', NOON + HOUR)
        // A sale id as created by the first read-out, and one from a device.
        const brought = `${idOf('first').slice(0, 13)}-8000-b000-000000000000`
        await aSale(db, company, other, brought, NOON)
        await aSale(db, company, other, idOf('told by the other'), NOON + 1.5 * HOUR)
        const first = { id: idOf('first'), readAt: NOON, counted: 0 }
        const end = { ...first, id: idOf('second'), readAt: NOON + 3 * HOUR }
        await aReading(db, company, other, 'held', NOON + HOUR, 'HELD')
        const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
        const own = [
          ids(await readingsFrom(db, company, one, first, 9)),
          ids(await readingsBefore(db, company, one, end, 9)),
          ids(await firstReadingsAfter(db, company, one, [NOON + HOUR / 2])),
          ids(await heldReadings(db, company, one, 9)),
          ids(await listReadings(db, company, { machine: one, page: 0, size: 9 })).toSorted(),
          await salesOutsideReadOuts(db, company, one, [NOON], NOON + 3 * HOUR),
          await knownClockAhead(db, company, one),
          await findSame(db, company, one, 'between'),
          await findReading(db, company, one, idOf('between')),
          await validSales(db, company, one, first),
        ]
        await writeStatus(db, company, one, idOf('held'), 'BOOKED', null)
        return isDeepStrictEqual(
          [...own, ids(await heldReadings(db, company, other, 9))],
          [
            [idOf('first'), idOf('second')],
            [idOf('second'), idOf('first')],
            [idOf('second')],
            [],
            [idOf('first'), idOf('second')].toSorted(),
            [],
            null,
            null,
            null,
            [],
            [idOf('held')],
          ],
        )
      })
    },
  ],
  [
    'sales are reversed at their own machine',
    async ({ ctx }) => {
      const { company, one, other } = await twoMachines(ctx, 'Taken back')
      const rows = () =>
        rowsOf(
          ctx.database.owner,
          sql`select 'sale' as what, id::text as of, 1 as count from transactions where company_id = ${company} and machine_id = ${other}
            union all select 'day', type, count from machine_days where company_id = ${company} and machine_id = ${other}
            union all select 'product', type, count from daily_sales where company_id = ${company} and machine_id = ${other} order by 1, 2`,
        )
      const sold = [idOf('sold by the one'), idOf('sold by the other')]
      await ctx.database.withTenant(company, async (db) => {
        for (const [nth, machine] of [one, other].entries()) {
          await aSale(db, company, machine, sold[nth] ?? '', NOON)
          await db.execute(sql`
            insert into machine_days (company_id, day, machine_id, type, count, turnover_minor)
            values (${company}, '2026-03-01', ${machine}, 'CASH', 1, 100), (${company}, '2026-03-01', ${machine}, 'FREE_VEND', 0, 0)`)
          await db.execute(sql`
            insert into daily_sales (company_id, day, machine_id, product_id, type, count, turnover_minor)
            values (${company}, '2026-03-01', ${machine}, 0, 'CASH', 1, 100), (${company}, '2026-03-01', ${machine}, 0, 'FREE_VEND', 0, 0)`)
        }
      })
      const before = await rows()
      await ctx.database.withTenant(company, (db) =>
        voidSales(db, { company, machine: one, timezone: 'UTC', receivedAt: NOON } as never, sold),
      )
      return before.length === 5 && isDeepStrictEqual(await rows(), before)
    },
  ],
  [
    'a machine is stopped, offline and online again by its own events',
    async ({ ctx }) => {
      const { company, one, other } = await twoMachines(ctx, 'Standing still')
      const { database } = ctx
      return database.withTenant(company, async (db) => {
        const outages = (of: MachineId) => outagesOf(db, company, of, { from: NOON - 24 * HOUR, until: NOON + 24 * HOUR })
        const stopped = (name: string, at: Moment) => [{ id: idOf(name), at, state: 'STOPPED' as const, cause: null }]
        await insertStates(db, company, other, stopped('the other stops', NOON - HOUR))
        await insertStates(db, company, other, [{ id: idOf('the other runs'), at: NOON + 3 * HOUR, state: 'RUNNING', cause: null }])
        await db.execute(sql`
          insert into outages (company_id, machine_id, state, from_at, to_at) values
            (${company}, ${other}, 'NOT_CONNECTED', ${toIso(NOON - 9 * HOUR)}, ${toIso(NOON - 5 * HOUR)}),
            (${company}, ${other}, 'NOT_CONNECTED', ${toIso(NOON + 4 * HOUR)}, null)`)
        const before = await outages(other)
        const still = await outages(one)
        await insertStates(db, company, one, stopped('the one stops', NOON))
        await shortenSilences(db, company, one, [NOON - 7 * HOUR], NOON)
        await writeState(db, company, one, 'NOT_CONNECTED', NOON + 5 * HOUR)
        await writeState(db, company, one, 'STOPPED', NOON + 6 * HOUR)
        const own = (await outages(one)).filter(({ state }) => state === 'STOPPED')
        return before.length === 3 && isDeepStrictEqual([still, own.map(({ to }) => to), await outages(other)], [[], [null], before])
      })
    },
  ],
  [
    'an offline period begins with the last event of its own machine and device',
    async ({ ctx }) => {
      const { company, one, other } = await twoMachines(ctx, 'Silent')
      const { database } = ctx
      const lastWords = [NOON, NOON + 24 * HOUR]
      const connected = NOON + 26 * HOUR
      for (const [nth, machine] of [one, other].entries())
        await database.owner.execute(sql`
          insert into machine_status (company_id, machine_id, heard_at) values (${company}, ${machine}, ${toIso(lastWords[nth] ?? 0)})
          on conflict (company_id, machine_id) do update set heard_at = excluded.heard_at`)
      const device = await aDevice(ctx, company, { machine: one })
      await database.owner.execute(sql`
        update devices set connected_at = ${toIso(connected)} where company_id = ${company} and id = ${device.id}`)
      return database.withTenant(company, async (db) => {
        for (const machine of [other, one]) await writeState(db, company, machine, 'NOT_CONNECTED', NOON + 48 * HOUR)
        const since = async (of: MachineId) =>
          (await outagesOf(db, company, of, { from: NOON, until: NOON + 48 * HOUR })).map(({ from }) => from)
        return isDeepStrictEqual([await since(one), await since(other)], [[toIso(connected)], [toIso(lastWords[1] ?? 0)]])
      })
    },
  ],
  [
    'an alert and an issue belong to their own machine',
    async ({ ctx }) => {
      const { company, one, other } = await twoMachines(ctx, 'Alerted')
      const word = { operation: idOf('an alert'), at: NOON, type: 'ALERT_UP', code: 'EDT' } as const
      const results = await ctx.database.withTenant(company, async (db) => {
        const publish = (machine: MachineId) =>
          recordAlerts(db, { device: { companyId: company }, machine, currency: 'EUR', timezone: 'UTC', receivedAt: NOON } as never, [word])
        return [(await publish(other)).accepted, (await publish(one)).accepted, (await publish(one)).accepted]
      })
      const issuesOf = async (db: Db, machine: MachineId) =>
        (await findIssues(db, company, { types: [], machine }, { page: 0, size: 5 })).total
      const issues = await ctx.database.withTenant(company, async (db) => {
        const issue = { id: idOf('an issue'), machine: other, type: 'OTHER', details: 'of the other', contactDetails: '' } as const
        await insertIssue(db, company, issue, NOON)
        return [await issuesOf(db, one), await issuesOf(db, other)]
      })
      return isDeepStrictEqual(
        [results, issues],
        [
          [1, 1, 0],
          [0, 1],
        ],
      )
    },
  ],
  [
    'sales and withdrawals of one machine do not appear at another',
    async ({ ctx }) => {
      const { company, one, other } = await twoMachines(ctx, 'Sold and taken')
      return ctx.database.withTenant(company, async (db) => {
        await aSale(db, company, other, idOf('sold by the other'), NOON)
        await db.execute(sql`
          insert into cash_movements (company_id, machine_id, effective_at, operation_id, line, kind, cause, amount_minor)
          values (${company}, ${other}, ${toIso(NOON)}, ${idOf('taken out of the other')}::uuid, 0, 'count', 'WITHDRAWN', 0)`)
        const of = async (machine: MachineId) => {
          const span = { from: NOON - HOUR, until: NOON + HOUR, machine }
          const sold = await findSales(db, company, span, { limit: 5 }, { currency: 'EUR' })
          return [sold.length, (await findWithdraws(db, company, span, { limit: 5 })).length]
        }
        return isDeepStrictEqual(
          [await of(one), await of(other)],
          [
            [0, 0],
            [1, 1],
          ],
        )
      })
    },
  ],
  [
    'a sale is booked by the settings of its own machine',
    async ({ ctx }) => {
      const { company, one, other } = await twoMachines(ctx, 'Booked')
      return ctx.database.withTenant(company, async (db) => {
        await aReading(db, company, other, 'of the other', NOON)
        await db.execute(sql`
          insert into payment_mappings (company_id, machine_id, vend_method, payment_method) values (${company}, ${other}, 'CASH', 'FREE_VEND')`)
        const of = async (machine: MachineId) => {
          const { mapping, readAt } = await saleContext(db, company, machine)
          return [mapping.size, readAt]
        }
        return isDeepStrictEqual(
          [await of(one), await of(other)],
          [
            [0, null],
            [1, NOON],
          ],
        )
      })
    },
  ],
]

const NOON = Date.parse('2026-03-01T12:00:00Z')

async function twoMachines(ctx: TestContext, name: string) {
  const { id: company } = await aCompany(ctx, { name })
  return { company, one: (await aMachine(ctx, company)).id, other: (await aMachine(ctx, company)).id }
}

const BLANK = readAudits('DXS*A\r\nST*001\r\nVA1*0*0\r\nSE*3\r\n').readings[0]

const aReading = (db: Db, company: CompanyId, machine: MachineId, name: string, readAt: Moment, status: 'BOOKED' | 'HELD' = 'BOOKED') =>
  insertReading(
    db,
    company,
    machine,
    {
      ...{ id: idOf(name), readAt, readAtFrom: 'PERSON', clockAhead: name === 'between' ? 1 : null, counted: 0, receivedAt: readAt },
      ...{ user: null, device: null, digest: name, file: name, reading: BLANK as never },
    },
    status,
  )

const aSale = (db: Db, company: CompanyId, machine: MachineId, id: string, at: Moment) =>
  db.execute(sql`
    insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number)
    values (${company}, ${id}::uuid, ${machine}, ${toIso(at)}, 100, 'CASH', '11')`)
