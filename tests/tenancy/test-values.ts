import { type SQL, sql } from 'drizzle-orm'
import { v5 as uuidFrom } from 'uuid'
import type { CompanyId } from '#domain/ids.ts'
import { checkDigitOf } from '#domain/products/gtin.ts'
import { recordCollection, recordCount } from '../../server/cash-box/collections.store.ts'
import { recordWithdrawal } from '../../server/cash-box/withdrawals.store.ts'
import { type Db, rowsOf } from '../../server/db/client.ts'
import { aDevice, aMachine, assign, type StandingDevice } from '../support/fleet.ts'
import { aUser, type TestContext } from '../support/test-context.ts'
import { OURS, PASSWORD } from './people.ts'

/** The same text gives the same id in every world. */
export const idOf = (text: string) => uuidFrom(text, '6ba7b810-9dad-11d1-80b4-00c04fd430c8')

/** A bar code with its check digit, always the same for the same text. */
export function gtinOf(text: string): string {
  const digits = `2${String(Number.parseInt(idOf(text).replaceAll('-', '').slice(0, 9), 16) % 10 ** 11).padStart(11, '0')}`
  return `${digits}${checkDigitOf(digits)}`
}

/** A value that only managers may read, in minor units, as it would be sent. */
export const COST = 7_654_321

/** The principals that may delete objects: each has its own. */
export const ENDERS = ['manager', 'headOffice', 'rivalManager', 'apiKey'] as const

export const textsOf = (name: string) => ({ name, address: name, note: name, token: name.replaceAll(' ', '-') })

/** A group, a machine and a serviceman to delete. */
export async function toEnd(ctx: TestContext, company: CompanyId, name: string) {
  const aGroup = (called: string) =>
    ctx.database.withTenant(company, async (db) => {
      const [row] = await rowsOf<{ id: number }>(
        db,
        sql`insert into machine_groups (company_id, name, created_at) values (${company}, ${`${name} ${called}`}, '2026-03-01') returning id::float8 as id`,
      )
      if (!row) throw new Error('the group was not inserted')
      return row.id
    })
  const ending: Record<string, number> = {}
  for (const who of ENDERS) ending[who] = await aGroup(`ended by ${who}`)
  const login = `${name.replaceAll(' ', '_')}_helper`
  const person = { login, firstName: name, lastName: name, companyRole: 'ROLE_EMPLOYEE', password: PASSWORD } as const
  const helper = (await aUser(ctx, { id: company }, person)).id
  // It is assigned and has a device: both are free once it is deactivated.
  const retired = (await aMachine(ctx, company, textsOf(`${name} retired`))).id
  await assign(ctx, company, retired, helper)
  await aListener(ctx, company, retired)
  return { group: await aGroup('group'), ending, retired, helper }
}

/** A supplier with a purchase and an order, and others to delete. */
export async function aMarket(ctx: TestContext, company: CompanyId, name: string, product: number) {
  const write = (statement: SQL) =>
    ctx.database.withTenant(company, async (db) => {
      const [row] = await rowsOf<{ id: number }>(db, statement)
      if (!row) throw new Error('the row was not inserted')
      return row.id
    })
  const aSupplier = (called: string) =>
    write(sql`insert into suppliers (company_id, name, note, created_at)
      values (${company}, ${`${name} ${called}`}, ${name}, '2026-03-01') returning id::float8 as id`)
  const supplier = await aSupplier('mills')
  const aPurchase = async (called: string) => {
    const id = await write(sql`insert into purchases (company_id, supplier_id, invoice_number, status, ordered_at, created_at)
      values (${company}, ${supplier}, ${`${name} ${called}`}, 'ON_ORDER', '2026-03-01', '2026-03-01') returning id::float8 as id`)
    await write(sql`insert into purchase_lines (company_id, purchase_id, product_id, place, quantity, unit_cost_minor)
      values (${company}, ${id}, ${product}, 0, 3, ${COST}) returning purchase_id::float8 as id`)
    return id
  }
  const endingSupplier: Record<string, number> = {}
  const endingPurchase: Record<string, number> = {}
  for (const who of ENDERS) {
    endingSupplier[who] = await aSupplier(`ended by ${who}`)
    endingPurchase[who] = await aPurchase(`ended by ${who}`)
  }
  const order = await write(sql`insert into supplier_orders (company_id, number, supplier_id, state, note, created_at, created_by)
    values (${company}, (select coalesce(max(o.number), 0) + 1 from supplier_orders o where o.company_id = ${company}), ${supplier}, 'DRAFT', ${name},
      '2026-03-01', 1) returning id::float8 as id`)
  await write(sql`insert into supplier_order_lines (company_id, order_id, product_id, place, cases, pieces_per_case, unit_cost_minor)
    values (${company}, ${order}, ${product}, 0, 2, 6, ${COST}) returning order_id::float8 as id`)
  return { supplier, purchase: await aPurchase('invoice'), order, endingSupplier, endingPurchase }
}

/** A collection in a bag, and its count, before the sale that is in the cash box. */
export async function aCountedBag(ctx: TestContext, company: CompanyId, machine: number, user: number) {
  const [collection, count] = [idOf(`collection at ${machine}`), idOf(`count of ${machine}`)]
  const at = Date.parse('2026-02-10T09:00:00Z')
  const none = { floatIn: null, floatOut: null, reading: null, counted: null }
  await ctx.database.withTenant(company, async (db) => {
    await recordWithdrawal(db, company, { machine, operation: collection, user, at })
    await recordCollection(db, company, { operation: collection, machine, user, at, bag: 'B-7', bagKey: 'B-7', ...none })
    await recordCount(db, company, { operation: count, user, at: at + 1000, amount: COST, bag: 'B-7', bagKey: 'B-7' })
  })
  return { collection, count }
}

/** A template of coffee machines with an ingredient, and others to delete. */
export async function someTemplates(ctx: TestContext, company: CompanyId, name: string, ingredient: number) {
  const aTemplate = (called: string) =>
    ctx.database.withTenant(company, async (db) => {
      const [row] = await rowsOf<{ id: number }>(
        db,
        sql`insert into planogram_templates (company_id, name, type, created_at, changed_at)
          values (${company}, ${`${name} ${called}`}, 'COFFEE', '2026-03-01', '2026-03-01') returning id::float8 as id`,
      )
      if (!row) throw new Error('the template was not inserted')
      await db.execute(sql`insert into template_slots (company_id, template_id, slot_number, vend_price_minor)
        values (${company}, ${row.id}, '1', ${COST % 1000})`)
      await db.execute(sql`insert into template_slots (company_id, template_id, product_id, max_quantity)
        values (${company}, ${row.id}, ${ingredient}, 900)`)
      return row.id
    })
  const endingTemplate: Record<string, number> = {}
  for (const who of ENDERS) endingTemplate[who] = await aTemplate(`template ended by ${who}`)
  return { template: await aTemplate('template'), endingTemplate }
}

/** A published round with two stops, and others to delete. */
export async function someRounds(ctx: TestContext, company: CompanyId, user: number, machines: readonly [stop: number, moved: number]) {
  const aRound = (date: string) =>
    ctx.database.withTenant(company, async (db) => {
      const [row] = await rowsOf<{ id: number }>(
        db,
        sql`insert into rounds (company_id, user_id, date, starts_at, ends_at, published_at, planned_minutes, planned_metres, planned_saves_minor, created_at)
          values (${company}, ${user}, ${date}::date, ${date}::date, ${date}::date + 1, '2026-03-01', 60, 9000, ${COST}, '2026-03-01') returning id::float8 as id`,
      )
      if (!row) throw new Error('the round was not inserted')
      for (const [index, machine] of machines.entries())
        await db.execute(sql`insert into round_stops (company_id, round_id, machine_id, position, position_at, tasks, saves_minor)
          values (${company}, ${row.id}, ${machine}, ${index + 1}, '2026-03-01', '{RESTOCK}', ${COST})`)
      return row.id
    })
  const endingRound: Record<string, number> = {}
  for (const [index, who] of ENDERS.entries()) endingRound[who] = await aRound(`2026-04-0${index + 1}`)
  const [stop, moved] = machines
  return { round: await aRound('2026-03-02'), endingRound, stop, moved }
}

/** Two vans: of this driver, and of another one. `vanKey` signs what the first one gives. */
export async function someVans(ctx: TestContext, company: CompanyId, name: string, [driver, other]: readonly [number, number]) {
  const aVan = (of: string, user: number) =>
    ctx.database.withTenant(company, async (db) => {
      const [row] = await rowsOf<{ id: number }>(
        db,
        sql`insert into vans (company_id, name, created_at) values (${company}, ${`${name} ${of}`}, '2026-01-01') returning id::float8 as id`,
      )
      if (!row) throw new Error('the van was not inserted')
      await db.execute(
        sql`insert into van_drivers (company_id, van_id, user_id, since) values (${company}, ${row.id}, ${user}, '2026-01-01')`,
      )
      return row.id
    })
  return { van: await aVan('van', driver), otherVan: await aVan('other van', other), vanDriver: driver }
}

/** An employee's card, and others to revoke. */
export async function someCards(ctx: TestContext, company: CompanyId, name: string) {
  const aCard = async (called: string) => {
    const card = `${name} card ${called}`
    await ctx.database.withTenant(company, (db) =>
      db.execute(sql`insert into passes (company_id, card_identifier, holder_name, balance_minor, recurring_minor, is_active, created_at)
        values (${company}, ${card}, ${name}, ${COST % 1000}, 500, true, '2026-03-01')`),
    )
    return card
  }
  const endingCard: Record<string, string> = {}
  for (const who of ENDERS) endingCard[who] = await aCard(`ended by ${who}`)
  return { card: await aCard('of everyday'), endingCard }
}

export const commandAt = (machine: number) => idOf(`asked of ${machine}`)

export type Listener = StandingDevice & { spare: string }

/** A device in a running machine, with reported peripherals and a past command. */
export async function aListener(ctx: TestContext, company: CompanyId, machine: number): Promise<Listener> {
  const device = await aDevice(ctx, company, { machine, imei: String(350_000_000_000_000 + machine) })
  const { imei: spare } = await aDevice(ctx, company, { imei: String(360_000_000_000_000 + machine) })
  await ctx.database.withTenant(company, async (db) => {
    await db.execute(sql`insert into machine_status (company_id, machine_id, heard_at, reported_state, reported_at, cash_minor)
      values (${company}, ${machine}, '2026-03-02T08:30:00Z'::timestamptz - ${machine % 60}::int * interval '1 second', 'RUNNING', '2026-03-01', 0)`)
    await db.execute(sql`insert into device_commands (company_id, id, device_id, machine_id, kind, payload, asked_by, asked_at, valid_until)
      values (${company}, ${commandAt(machine)}::uuid, ${device.id}, ${machine}, 'DEBUG', '{"command":"RESTART"}', 1, '2026-03-01', '2027-03-01')`)
    await db.execute(sql`insert into mdb_devices values (${company}, ${machine}, ${`${OURS} changer`}, 'OK', '2026-03-01')`)
    await db.execute(sql`insert into coin_tubes values (${company}, ${machine}, 50, ${COST}, '2026-03-01')`)
  })
  return { ...device, spare }
}

const JPEG = 'ffd8ffe000104a464946'

/** A photo of a machine, and another one that is deleted. */
const photosAt = (db: Db, company: CompanyId, machine: number, user: number) =>
  db.execute(sql`insert into photos (company_id, id, machine_id, user_id, type, size, hash, content, created_at, taken_at, visit_id, phase)
    select ${company}, id, ${machine}, ${user}, 'image/jpeg', 10, '', decode(${JPEG}, 'hex'), '2026-03-01', '2026-03-01', ${idOf('a visit')}, 'AFTER'
    from unnest(${`{${idOf(`photo at ${machine}`)},${idOf(`photo to delete at ${machine}`)}}`}::uuid[]) as id`)

/** A review item for an operation with an impossible time, and photos. */
export const aReview = (ctx: TestContext, company: CompanyId, machine: number, employee: number) =>
  ctx.database.withTenant(company, async (db) => {
    await photosAt(db, company, machine, employee)
    const doubted = idOf(`doubted at ${machine}`)
    await db.execute(sql`
      insert into operations (company_id, id, call, machine_id, user_id, body_hash, occurred_at, effective_at, received_at, status)
      values (${company}, ${doubted}::uuid, 'restockSlots', ${machine}, ${employee}, '', '2031-03-01', '2026-03-01', '2026-03-01', 'applied')`)
    const [row] = await rowsOf<{ id: number }>(
      db,
      sql`insert into review_items (company_id, kind, machine_id, operation_id, details, created_at)
        values (${company}, 'DOUBTFUL_CLOCK', ${machine}, ${doubted}::uuid, '{}', '2026-03-01') returning id::float8 as id`,
    )
    if (!row) throw new Error('the review item was not inserted')
    return row.id
  })

/** A customer's report at a machine. */
export const anIssue = (ctx: TestContext, company: CompanyId, machine: number, name: string) =>
  ctx.database.withTenant(company, async (db) => {
    const id = idOf(`${name} reported`)
    await db.execute(sql`insert into customer_issues (company_id, id, machine_id, type, status, details, contact_details, created_at)
      values (${company}, ${id}::uuid, ${machine}, 'OTHER', 'OPEN', ${name}, ${name}, '2026-03-01')`)
    return id
  })

/** The same, with the manager who was notified. */
export async function reportedIssue(
  ctx: TestContext,
  company: CompanyId,
  { machine, manager, name }: { machine: number; manager: number; name: string },
) {
  const issue = await anIssue(ctx, company, machine, name)
  const notification = await ctx.database.withTenant(company, async (db) => {
    const [row] = await rowsOf<{ id: number }>(
      db,
      sql`insert into notifications (company_id, user_id, message, type, slug, "values", created_at)
        values (${company}, ${manager}, 'NEW_CUSTOMER_ISSUE', 'WARNING', '/dashboard/more/issues', ${JSON.stringify({ machine: name })}::jsonb, '2026-03-01')
        returning id::float8 as id`,
    )
    if (!row) throw new Error('the notification was not inserted')
    return row.id
  })
  return { issue, notification }
}
