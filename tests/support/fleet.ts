import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, ProductId, SlotId, StockPointId, UserId } from '#domain/ids.ts'
import type { DeviceType } from '#domain/machines/device.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import type { Packaging, VolumeType } from '#domain/products/product.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { toMilli } from '#domain/units.ts'
import { arrayOf, type Database, type Db, rowsOf } from '../../server/db/client.ts'
import { hashClaimCode } from '../../server/features/telemetry/device-keys.ts'
import { hashToken } from '../../server/http/authenticate.ts'
import { publish } from '../../server/sync/feed.ts'

/** Inserts data of a company directly into the database. Quantities are whole units, prices are in minor units. */
type Place = { database: Database; now(): Moment }

type NewProduct = {
  name?: string
  sku?: string
  packaging?: Packaging
  volume?: number
  volumeType?: VolumeType
  lastCost?: number
  deleted?: boolean
}

export async function aProduct(ctx: Place, company: CompanyId, given: NewProduct = {}): Promise<ProductId> {
  const { packaging = 'PIECE', deleted = false, lastCost = 0, sku = randomUUID(), name = `Product ${sku.slice(0, 4)}` } = given
  const unit = packaging === 'PIECE' ? 'PIECE' : packaging === 'INGREDIENT' ? 'GRAM' : 'MILLILITRE'
  const { volumeType = unit, volume = volumeType === 'PIECE' ? 1 : 500 } = given
  return ctx.database.withTenant(company, async (db) => {
    const id = await idFrom(
      db,
      sql`insert into products (company_id, sku, name, volume, volume_type, packaging, last_cost_minor, deleted)
        values (${company}, ${sku}, ${name}, ${volume}, ${volumeType}, ${packaging}, ${lastCost}, ${deleted}) returning id::float8 as id`,
    )
    await publish(db, company, [{ kind: 'product', id }], ctx.now())
    return id
  })
}

type NewSlot = { number: string; product?: ProductId; max?: number | null; price?: number | null; quantity?: number }
type NewCanister = { product: ProductId; max?: number; quantity?: number }
type NewMachine = {
  name?: string
  type?: MachineType
  token?: string
  address?: string
  note?: string
  slots?: readonly NewSlot[]
  canisters?: readonly NewCanister[]
}

/** A machine in service: `slots` by their numbers, `canisters` by their product. */
export type StandingMachine = {
  id: MachineId
  token: string
  slot(number: string): { slotId: SlotId; point: StockPointId }
  canister(product: ProductId): StockPointId
}

export async function aMachine(ctx: Place, company: CompanyId, given: NewMachine = {}): Promise<StandingMachine> {
  const { type = given.canisters ? 'COFFEE' : 'SNACK', slots = [], canisters = [], address = null, note = null } = given
  const token = given.token ?? randomUUID().replaceAll('-', '')
  const since = ctx.now() - 1
  return ctx.database.withTenant(company, async (db) => {
    const id = await idFrom(
      db,
      sql`insert into machines (company_id, name, type, state, token, address, note, created_at)
        values (${company}, ${given.name ?? `Machine ${token.slice(0, 4)}`}, ${type}, 'RUNNING', ${token}, ${address}, ${note}, ${toIso(since)}) returning id::float8 as id`,
    )
    const installed = new Map<string, { slotId: SlotId; point: StockPointId }>()
    for (const { number, product = null, max = null, price = null, quantity } of slots) {
      const slotId = await idFrom(
        db,
        sql`insert into slots (company_id, machine_id, slot_number, product_id, vend_price_minor, max_quantity, max_changed_at)
          values (${company}, ${id}, ${number}, ${product}, ${price}, ${max}, ${toIso(since)}) returning id::float8 as id`,
      )
      const kind = type === 'COFFEE' ? 'SELECTION' : 'SLOT'
      const point =
        product === null ? 0 : await aStockPoint(db, company, { kind, machine: id, slot: slotId, product, max, quantity, since })
      installed.set(number, { slotId, point })
    }
    const filled = new Map<ProductId, StockPointId>()
    for (const { product, max = 1000, quantity } of canisters) {
      filled.set(product, await aStockPoint(db, company, { kind: 'CANISTER', machine: id, slot: null, product, max, quantity, since }))
    }
    await publish(
      db,
      company,
      (['machine', 'slots', 'inventory'] as const).map((kind) => ({ kind, id })),
      ctx.now(),
    )
    return {
      id,
      token,
      slot: (number) => known(installed.get(number), `slot ${number}`),
      canister: (product) => known(filled.get(product), `canister of ${product}`),
    }
  })
}

/** Takes machines of a company out of service, or puts them back; without ids all of them. */
export async function setInService(ctx: Place, company: CompanyId, isInService: boolean, ids?: readonly MachineId[]): Promise<void> {
  const since = isInService ? null : toIso(ctx.now())
  await ctx.database.withTenant(company, async (db) => {
    const changed = await rowsOf<{ id: number }>(
      db,
      sql`update machines set deactivated_at = ${since}::timestamptz
        where company_id = ${company} ${ids ? sql`and id = any(${arrayOf(ids)}::bigint[])` : sql``} returning id::float8 as id`,
    )
    const changes = changed.map(({ id }) => ({ kind: 'machine', id, removed: !isInService }) as const)
    await publish(db, company, changes, ctx.now())
  })
}

type NewDevice = { imei?: string; machine?: MachineId; type?: DeviceType; key?: string; claimCode?: string }
export type StandingDevice = { id: number; imei: string; signIn: { authorization: string } }

let imeis = 350_000_000_000_000

/** A device with its own key, in a machine if one is given; with a claim code, one without a key. */
export async function aDevice(ctx: Place, company: CompanyId, given: NewDevice = {}): Promise<StandingDevice> {
  const { imei = String(++imeis), machine = null, type = 'TELEMETRY', key = `key-of-a-device-${imei}`, claimCode } = given
  const now = toIso(ctx.now() - 1)
  const [claimHash, keyHash, claimedAt] = claimCode ? [hashClaimCode(claimCode), null, null] : [null, hashToken(key), now]
  const id = await ctx.database.withTenant(company, (db) =>
    idFrom(
      db,
      sql`insert into devices (company_id, imei, type, machine_id, connected_at, claim_hash, key_hash, claimed_at, created_at)
        values (${company}, ${imei}, ${type}, ${machine}, ${machine === null ? null : now}, ${claimHash}, ${keyHash}, ${claimedAt}, ${now})
        returning id::float8 as id`,
    ),
  )
  return { id, imei, signIn: { authorization: `Bearer ${key}` } }
}

/** Puts this much of a product into the company's warehouse. */
export const inWarehouse = (ctx: Place, company: CompanyId, product: ProductId, quantity: number): Promise<StockPointId> =>
  ctx.database.withTenant(company, (db) =>
    aStockPoint(db, company, { kind: 'WAREHOUSE', machine: null, slot: null, product, max: null, quantity, since: ctx.now() - 1 }),
  )

/** Assigns a machine to a serviceman. */
export const assign = (ctx: Place, company: CompanyId, machine: MachineId, user: UserId) => setAssignment(ctx, company, machine, user, true)

/** Unassigns a machine from a serviceman. */
export const unassign = (ctx: Place, company: CompanyId, machine: MachineId, user: UserId) =>
  setAssignment(ctx, company, machine, user, false)

async function setAssignment(ctx: Place, company: CompanyId, machine: MachineId, user: UserId, given: boolean) {
  const now = toIso(ctx.now())
  await ctx.database.withTenant(company, async (db) => {
    await db.execute(sql`
      insert into assignments (company_id, machine_id, user_id, assigned_at, revoked_at) values (${company}, ${machine}, ${user}, ${now}, ${given ? null : now})
      on conflict (company_id, machine_id, user_id) do update set revoked_at = excluded.revoked_at`)
    await publish(db, company, [{ kind: 'assignment', id: machine, userId: user, removed: !given }], ctx.now())
  })
}

type NewStockPoint = {
  kind: 'SLOT' | 'SELECTION' | 'CANISTER' | 'WAREHOUSE'
  machine: MachineId | null
  slot: SlotId | null
  product: ProductId
  max: number | null
  quantity: number | undefined
  since: Moment
}

/** A given quantity is inserted as a count, so that the balance matches the ledger. */
async function aStockPoint(
  db: Db,
  company: CompanyId,
  { kind, machine, slot, product, max, quantity, since }: NewStockPoint,
): Promise<StockPointId> {
  const point = await idFrom(
    db,
    sql`insert into stock_points (company_id, kind, machine_id, slot_id, product_id, max_quantity, installed_at)
      values (${company}, ${kind}, ${machine}, ${slot}, ${product}, ${max}, ${toIso(since)}) returning id::float8 as id`,
  )
  if (quantity === undefined) return point
  const count = randomUUID()
  await db.execute(sql`
    insert into movements (company_id, stock_point_id, effective_at, operation_id, line, kind, cause, quantity)
    values (${company}, ${point}, ${toIso(since)}, ${count}, 0, 'count', 'ADJUST', ${toMilli(quantity)})`)
  await db.execute(sql`
    update stock_points set balance = ${toMilli(quantity)}, counted_at = ${toIso(since)}, counted_by = ${count}, counted_line = 0
    where company_id = ${company} and id = ${point}`)
  return point
}

async function idFrom(db: Db, statement: Parameters<typeof rowsOf>[1]): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(db, statement)
  return known(row, 'row').id
}

function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`no ${what} found`)
  return value
}
