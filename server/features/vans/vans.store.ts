import { and, eq, gte, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Van, VanStock } from '#contract/vans.ts'
import type { CompanyId, UserId, VanId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { vanDrivers, vans } from '../../db/schema/vans.ts'
import { inNameOrder, isoOf, personName, productCard, wholeUnits } from '../../db/sql-fragments.ts'

const isVan = (company: CompanyId, id: VanId) => and(eq(vans.companyId, company), eq(vans.id, id))

/** The vans that a condition on a table `v` selects: by name, those out of use last. */
export const findVans = (db: Db, company: CompanyId, condition: SQL = sql`true`): Promise<Van[]> =>
  rowsOf<Van>(
    db,
    sql`select v.id::float8 as id, v.name, v.retired_at is null as "isActive", v.max_pieces as "maxPieces",
        case when u.id is null then null else jsonb_build_object('id', u.id, 'name', ${personName('u')}) end as driver,
        coalesce(s.pieces, 0)::float8 as pieces, coalesce(s.products, 0)::float8 as products, coalesce(s.below, 0)::float8 as "belowZero"
      from vans v
      left join van_drivers d on d.company_id = v.company_id and d.van_id = v.id and d.until is null
      left join users u on u.company_id = d.company_id and u.id = d.user_id
      left join lateral (
        select sum(${wholeUnits(sql`p.balance`)}) filter (where p.balance > 0 and pr.packaging <> 'INGREDIENT') as pieces,
          count(*) filter (where p.balance > 0) as products, count(*) filter (where p.balance < 0) as below
        from stock_points p join products pr on pr.company_id = p.company_id and pr.id = p.product_id
        where p.company_id = v.company_id and p.van_id = v.id and p.kind = 'VAN') s on true
      where v.company_id = ${company} and ${condition} order by v.retired_at is not null, ${inNameOrder(sql`v.name`)}, v.id`,
  )

export async function findVan(db: Db, company: CompanyId, id: VanId): Promise<Van | null> {
  const [van] = await findVans(db, company, sql`v.id = ${id}::bigint`)
  return van ?? null
}

/** What a van contains, and what it lacks: products that were moved and are not empty. */
export const stockOfVan = (db: Db, company: CompanyId, id: VanId): Promise<VanStock[]> =>
  rowsOf<VanStock>(
    db,
    sql`select ${productCard} as product, p.id::float8 as "productInstallationId", ${wholeUnits(sql`p.balance`)}::float8 as quantity,
        case when p.counted_at is null then null else ${isoOf(sql`p.counted_at`)} end as "countedAt"
      from stock_points p join products pr on pr.company_id = p.company_id and pr.id = p.product_id
      where p.company_id = ${company} and p.kind = 'VAN' and p.van_id = ${id}::bigint and p.balance <> 0
      order by p.balance >= 0, ${inNameOrder(sql`pr.name`)}, pr.id`,
  )

/** The van, locked until the transaction ends. */
export async function lockVan(db: Db, company: CompanyId, id: VanId) {
  const isActive = sql<boolean>`${vans.retiredAt} is null`
  const [van] = await db.select({ id: vans.id, name: vans.name, isActive }).from(vans).where(isVan(company, id)).for('update')
  return van ?? null
}

export const countVans = (db: Db, company: CompanyId): Promise<number> => db.$count(vans, eq(vans.companyId, company))

/** Null if a van in use has this name. */
export async function insertVan(
  db: Db,
  company: CompanyId,
  { name, maxPieces, at }: { name: string; maxPieces: number | null; at: Moment },
): Promise<VanId | null> {
  const [row] = await rowsOf<{ id: VanId }>(
    db,
    sql`insert into vans (company_id, name, max_pieces, created_at) values (${company}, ${name}, ${maxPieces}, ${toIso(at)})
      on conflict (company_id, lower(name)) where retired_at is null do nothing returning id::float8 as id`,
  )
  return row?.id ?? null
}

export async function isNameTaken(db: Db, company: CompanyId, name: string, id: VanId): Promise<boolean> {
  const isSame = sql`lower(${vans.name}) = lower(${name})`
  return (await db.$count(vans, and(eq(vans.companyId, company), isSame, isNull(vans.retiredAt), ne(vans.id, id)))) > 0
}

export const writeVan = (
  db: Db,
  company: CompanyId,
  id: VanId,
  { name, maxPieces, retiredAt }: { name: string; maxPieces: number | null; retiredAt: Moment | null },
) =>
  db
    .update(vans)
    .set({
      name,
      maxPieces,
      retiredAt: retiredAt === null ? null : sql`coalesce(${vans.retiredAt}, ${sql.param(retiredAt, vans.retiredAt)}::timestamptz)`,
    })
    .where(isVan(company, id))

/** The other van that this user drives now. */
export async function otherVanOf(db: Db, company: CompanyId, user: UserId, id: VanId | null): Promise<string | null> {
  const [row] = await rowsOf<{ name: string }>(
    db,
    sql`select v.name from van_drivers d join vans v on v.company_id = d.company_id and v.id = d.van_id
      where d.company_id = ${company} and d.user_id = ${user} and d.until is null and d.van_id is distinct from ${id}::bigint`,
  )
  return row?.name ?? null
}

/** From `at` on, this user drives the van; null: none. Users who drove it for no time at all leave no trace. */
export async function writeDriver(db: Db, companyId: CompanyId, id: VanId, user: UserId | null, at: Moment): Promise<void> {
  const isOpen = and(eq(vanDrivers.companyId, companyId), eq(vanDrivers.vanId, id), isNull(vanDrivers.until))
  await db.delete(vanDrivers).where(and(isOpen, gte(vanDrivers.since, at)))
  await db.update(vanDrivers).set({ until: at }).where(isOpen)
  if (user !== null) await db.insert(vanDrivers).values({ companyId, vanId: id, userId: user, since: at })
}

/** Locks the user, so that two requests cannot give them two vans. */
export async function isUser(db: Db, company: CompanyId, user: UserId): Promise<boolean> {
  const rows = await rowsOf(db, sql`select from users u where u.company_id = ${company} and u.id = ${user} and u.enabled for no key update`)
  return rows.length > 0
}
