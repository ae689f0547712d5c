import { sql } from 'drizzle-orm'
import { addDays, dayOf, startOfDay } from '#domain/calendar.ts'
import { grouped } from '#domain/grouped.ts'
import type { OperationId, ProductId, StockPointId, UserId } from '#domain/ids.ts'
import { fold, UNCOUNTED } from '#domain/stock/ledger.ts'
import { HOUR, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { type Milli, toMilli, toWhole } from '#domain/units.ts'
import { signedText } from '#domain/vans/hand-over.ts'
import { handedLines, restockedFromVan, type VanChange, type VanItem, type VanLine, vanLines } from '#domain/vans/van.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { movements, stockPoints } from '../db/schema/stock.ts'
import { operations } from '../db/schema/sync.ts'
import { handOvers, vanDrivers, vans } from '../db/schema/vans.ts'
import { millis } from '../db/sql-fragments.ts'
import type { Ground } from './ground.ts'
import { insertMany } from './insert-many.ts'
import { operationIds } from './operation-ids.ts'
import type { DemoCompany } from './people.ts'
import { levelColumns } from './write-points.ts'

/** For how many days the company has recorded the stock of its vans. */
const DAYS = 5
/** Drivers have more with them than their machines are expected to lack. */
const SPARE = 1.2
/** Goods are taken in these units; ingredients in packs. */
const UNIT = 6
const LOADED_BEFORE = 35 * MINUTE
const HANDED_AFTER = 5 * MINUTE
const PLATES = ['NT-HV 118', 'NT-HV 204', 'NT-HV 305']
const plateOf = (index: number) => PLATES[index] ?? `NT-HV ${305 + 3 * (index - PLATES.length + 1)}`

type Restocked = { at: Moment; operation: OperationId; user: UserId; product: ProductId; quantity: Milli }
type Lacking = { user: UserId; product: ProductId; missing: number; isToday: boolean }
type Shelf = { id: StockPointId; product: ProductId; balance: Milli; unit: number; isIngredient: boolean }
type Line = VanLine & { van: number; at: Moment; operation: OperationId; line: number }
/** `id`: in the database. */
type Van = { id: number; user: UserId; lines: Line[]; idAt(at: Moment): OperationId }

/**
 * Gives servicemen vans with the loads, restocks and returns of the last days, and one van without a driver. One of several servicemen has
 * none, and a company with a single one records no vans.
 */
export async function writeVans(db: Db, ground: Ground, { key, timezone }: DemoCompany): Promise<void> {
  const { company, servicemen, seed, now } = ground
  const drivers = servicemen.slice(0, -1)
  if (drivers.length === 0) return
  const since = startOfDay(addDays(dayOf(now, timezone), -DAYS), timezone) + 5 * HOUR
  const names = [...drivers, null].map((_, index) => plateOf(index))
  const written = await db
    .insert(vans)
    .values(names.map((name) => ({ companyId: company, name, createdAt: since })))
    .returning({ id: vans.id })
  const driven = drivers.slice(0, written.length).map((user, index): Van => {
    const id = written[index]?.id ?? 0
    return { id, user, lines: [], idAt: operationIds(`${seed}/${key}/van`, index) }
  })
  await db.insert(vanDrivers).values(driven.map(({ id, user }) => ({ companyId: company, vanId: id, userId: user, since })))

  const restocked = await restocksSince(db, company, since, drivers)
  const lacking = await lackingToday(db, company)
  const shelves = new Map((await shelvesOf(db, company)).map((shelf) => [shelf.product, shelf]))
  const pieces = (product: ProductId) => shelves.get(product)?.isIngredient === false
  const changes: Parameters<typeof writeLines>[2][] = []
  for (const van of driven) {
    const wanted = wantedIn(van.user, lacking, shelves)
    const own = restocked.filter(({ user }) => user === van.user)
    const loads = loadsFor(own, timezone).map(({ at, items }) => ({ at, items: fromShelves(items, shelves) }))
    const missing = new Map<ProductId, number>()
    const add = (product: ProductId, quantity: number) => missing.set(product, (missing.get(product) ?? 0) + quantity)
    for (const { product, quantity } of own) add(product, toWhole(quantity))
    for (const { productId, quantity } of loads.flatMap(({ items }) => items)) add(productId, -quantity)
    const first = [...new Set([...wanted.keys(), ...missing.keys()])].map((productId): VanItem => {
      return { productId, quantity: (wanted.get(productId) ?? 0) + Math.max(0, missing.get(productId) ?? 0) }
    })
    changes.push({ van, type: 'COUNT', at: since, items: first })
    for (const { at, items } of loads) changes.push({ van, type: 'LOAD', at, items })
    for (const [operation, lines] of grouped(own, (one) => one.operation))
      van.lines.push(
        ...restockedFromVan(lines.map(({ product: productId, quantity }) => ({ productId, quantity }))).map((line, index) => {
          return { ...line, van: van.id, at: lines[0]?.at ?? since, operation, line: index }
        }),
      )
    const lastAt = own.at(-1)?.at
    const spoilt = first.find(({ productId, quantity }) => pieces(productId) && quantity >= 2 * UNIT)
    if (lastAt !== undefined && spoilt)
      changes.push({ van, type: 'LOSS', at: lastAt + 1, items: [{ productId: spoilt.productId, quantity: 2 }] })
  }
  for (const change of changes.filter(({ items }) => items.length > 0)) await writeLines(db, ground, change)
  await writeHandOver(db, ground, driven, { restocked, isPiece: pieces })
  await writeStock(db, ground, driven, { shelves, since })
}

/** What drivers put into machines. Joined here, because there are no statistics for a join yet. */
async function restocksSince(db: Db, company: number, since: Moment, drivers: readonly UserId[]): Promise<Restocked[]> {
  const from = sql`${toIso(since)}::timestamptz`
  const made = await rowsOf<{ id: OperationId; user: UserId }>(
    db,
    sql`select o.id, o.user_id as user from operations o
      where o.company_id = ${company} and o.effective_at >= ${from} and o.call in ('restockSlots', 'restockProducts')`,
  )
  const userOf = new Map(made.filter(({ user }) => drivers.includes(user)).map(({ id, user }) => [id, user]))
  const points = await rowsOf<{ id: StockPointId; product: ProductId }>(
    db,
    sql`select p.id::float8 as id, p.product_id::float8 as product from stock_points p where p.company_id = ${company}`,
  )
  const productOf = new Map(points.map(({ id, product }) => [id, product]))
  const added = await rowsOf<{ at: Moment; operation: OperationId; point: StockPointId; quantity: Milli }>(
    db,
    sql`select ${millis(sql`v.effective_at`)} as at, v.operation_id as operation, v.stock_point_id::float8 as point, v.quantity::float8 as quantity
      from movements v where v.company_id = ${company} and v.effective_at >= ${from} and v.cause = 'RESTOCK' and v.kind = 'delta'
      order by v.effective_at, v.stock_point_id, v.line`,
  )
  return added.flatMap(({ at, operation, point, quantity }) => {
    const [user, product] = [userOf.get(operation), productOf.get(point)]
    return user === undefined || product === undefined ? [] : [{ at, operation, user, product, quantity }]
  })
}

/** What the machines of each serviceman lack, and whether they are on today's round. */
const lackingToday = (db: Db, company: number): Promise<Lacking[]> =>
  rowsOf<Lacking>(
    db,
    sql`select a.user_id as user, p.product_id::float8 as product, coalesce(t.today, false) as "isToday",
        sum(greatest(0, p.max_quantity - p.balance / 1000))::float8 as missing
      from stock_points p
      join assignments a on a.company_id = p.company_id and a.machine_id = p.machine_id and a.revoked_at is null
      left join (
        select s.machine_id, r.user_id, true as today from rounds r join round_stops s on s.company_id = r.company_id and s.round_id = r.id
        where r.company_id = ${company} and r.published_at is not null and r.mark is null) t on t.machine_id = p.machine_id and t.user_id = a.user_id
      where p.company_id = ${company} and p.kind in ('SLOT', 'CANISTER') and p.removed_at is null and p.max_quantity is not null
      group by 1, 2, 3 order by 1, 2`,
  )

const shelvesOf = (db: Db, company: number): Promise<Shelf[]> =>
  rowsOf<Shelf>(
    db,
    sql`select p.id::float8 as id, p.product_id::float8 as product, p.balance::float8 as balance, pr.packaging = 'INGREDIENT' as "isIngredient",
        case when pr.packaging = 'INGREDIENT' then greatest(pr.volume, 1) else ${UNIT}::int end::float8 as unit
      from stock_points p join products pr on pr.company_id = p.company_id and pr.id = p.product_id
      where p.company_id = ${company} and p.kind = 'WAREHOUSE'`,
  )

const inUnits = (quantity: number, unit: number) => Math.ceil(quantity / unit) * unit

/** What a driver has with them now: for today's round, and one unit of what the other machines lack. */
function wantedIn(user: UserId, lacking: readonly Lacking[], shelves: ReadonlyMap<ProductId, Shelf>): Map<ProductId, number> {
  const wanted = new Map<ProductId, number>()
  for (const { product, missing, isToday } of lacking.filter((one) => one.user === user && one.missing > 0)) {
    const unit = shelves.get(product)?.unit ?? UNIT
    wanted.set(product, Math.max(wanted.get(product) ?? 0, isToday ? inUnits(missing * SPARE, unit) : unit))
  }
  return wanted
}

/** Every morning what is put in on that day. */
function loadsFor(own: readonly Restocked[], timezone: string): { at: Moment; items: VanItem[] }[] {
  const days = grouped(own, ({ at }) => startOfDay(dayOf(at, timezone), timezone))
  return [...days.values()].map((lines) => ({
    at: Math.min(...lines.map(({ at }) => at)) - LOADED_BEFORE,
    items: [...grouped(lines, ({ product }) => product)].map(([productId, some]) => {
      return { productId, quantity: toWhole(some.reduce((sum, { quantity }) => sum + quantity, 0)) }
    }),
  }))
}

/** In whole units, as far as the warehouse has them. */
const fromShelves = (items: readonly VanItem[], shelves: ReadonlyMap<ProductId, Shelf>): VanItem[] =>
  items.flatMap(({ productId, quantity }) => {
    const shelf = shelves.get(productId)
    if (!shelf) return []
    const taken = Math.min(inUnits(quantity, shelf.unit), toWhole(shelf.balance))
    shelf.balance -= toMilli(taken)
    return taken > 0 ? [{ productId, quantity: taken }] : []
  })

type Change = { van: Van; type: VanChange; at: Moment; items: readonly VanItem[] }

async function writeLines(db: Db, { company }: Ground, { van, type, at, items }: Change): Promise<void> {
  const operation = van.idAt(at)
  van.lines.push(...vanLines(type, items).map((line, index) => ({ ...line, van: van.id, at, operation, line: index })))
  await db.insert(operations).values(operationOf(company, { id: operation, call: 'changeVan', user: van.user, at }))
}

const operationOf = (companyId: number, { id, call, user, at }: { id: OperationId; call: string; user: UserId; at: Moment }) => ({
  companyId,
  id,
  call,
  userId: user,
  bodyHash: '',
  occurredAt: at,
  effectiveAt: at,
  receivedAt: at,
  status: 'applied' as const,
})

type Handing = { restocked: readonly Restocked[]; isPiece(product: ProductId): boolean }

/** The first driver has met the second one after the last visit. */
async function writeHandOver(db: Db, { company }: Ground, [from, to]: readonly Van[], { restocked, isPiece }: Handing): Promise<void> {
  const last = restocked.findLast(({ user }) => user === from?.user)
  if (!from || !to || !last) return
  const at = last.at + HANDED_AFTER
  const isCarried = (product: ProductId) => to.lines.some(({ productId, kind }) => productId === product && kind === 'count')
  const left = new Map<ProductId, number>()
  for (const { side, productId, quantity, kind } of from.lines)
    if (side === 'VAN') left.set(productId, kind === 'count' ? quantity : (left.get(productId) ?? 0) + quantity)
  const items = [...left]
    .filter(([product, quantity]) => isPiece(product) && toWhole(quantity) > 2 * UNIT && isCarried(product))
    .slice(0, 2)
    .map(([productId]) => ({ productId, quantity: 4 }))
  if (items.length === 0) return
  const id = from.idAt(at)
  const signed = signedText({ id, from: from.id, to: to.id, at, items })
  await db.insert(handOvers).values({ companyId: company, id, fromVanId: from.id, toVanId: to.id, effectiveAt: at, signed })
  await db.insert(operations).values(operationOf(company, { id: to.idAt(at), call: 'handOver', user: to.user, at }))
  for (const [van, side] of [
    [from, 'FROM'],
    [to, 'TO'],
  ] as const)
    van.lines.push(...handedLines(side, items).map((line, index) => ({ ...line, van: van.id, at, operation: id, line: index })))
}

/** The stock points of the vans with their movements, and those of loads in the warehouse. */
async function writeStock(
  db: Db,
  { company }: Ground,
  driven: readonly Van[],
  { shelves, since }: { shelves: ReadonlyMap<ProductId, Shelf>; since: Moment },
): Promise<void> {
  const lines = driven.flatMap((van) => van.lines)
  const inVans = grouped(
    lines.filter(({ side }) => side === 'VAN'),
    ({ van, productId }) => `${van}/${productId}`,
  )
  const written = await db
    .insert(stockPoints)
    .values(
      [...inVans.values()].flatMap((some) => {
        const [first] = some
        if (!first) return []
        const level = fold(
          UNCOUNTED,
          some.map((line) => ({ ...line, point: line.productId })),
        )
        return [
          {
            companyId: company,
            kind: 'VAN' as const,
            vanId: first.van,
            productId: first.productId,
            installedAt: since,
            ...levelColumns(level),
          },
        ]
      }),
    )
    .returning({ id: stockPoints.id, vanId: stockPoints.vanId, productId: stockPoints.productId })
  const pointIn = new Map(written.map(({ id, vanId, productId }) => [`${vanId}/${productId}`, id]))
  await insertMany(
    db,
    movements,
    lines.map(({ side, van, productId, at, operation, line, kind, cause, quantity }) => {
      const stockPointId = (side === 'VAN' ? pointIn.get(`${van}/${productId}`) : shelves.get(productId)?.id) ?? 0
      return { companyId: company, stockPointId, effectiveAt: at, operationId: operation, line, kind, cause, quantity }
    }),
  )
  // What was loaded before the last count of the warehouse is part of that count.
  const taken = lines
    .filter(({ side }) => side === 'WAREHOUSE')
    .map(({ productId, at, quantity }) => ({ point: shelves.get(productId)?.id ?? 0, at: toIso(at), quantity }))
  await db.execute(sql`
    update stock_points p set balance = p.balance + t.quantity from (
      select l.point, sum(l.quantity) as quantity from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as l(point bigint, at timestamptz, quantity bigint)
      join stock_points w on w.company_id = ${company} and w.id = l.point and (w.counted_at is null or l.at > w.counted_at) group by 1) t
    where p.company_id = ${company} and p.id = t.point`)
}
