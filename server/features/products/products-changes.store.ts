import { and, eq, gte, sql } from 'drizzle-orm'
import type { CompanyId, ProductId } from '#domain/ids.ts'
import { codeKey, type ProductCode } from '#domain/products/gtin.ts'
import type { Packaging } from '#domain/products/product.ts'
import type { IngredientShare, ProductFields } from '#domain/products/product-rules.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { MILLI, toMilli } from '#domain/units.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { products, productTaxes } from '../../db/schema/products.ts'

/** The editable fields of a product: money in minor units, tax in hundredths of a percent. */
export type WrittenProduct = Omit<ProductFields, 'codes' | 'ingredients' | 'tax' | 'lastCost'> & {
  taxBasisPoints: number
  lastCostMinor: number
}

export type StoredProduct = WrittenProduct & {
  id: ProductId
  sku: string
  deleted: boolean
  codes: ProductCode[]
  ingredients: IngredientShare[]
}

/** Serializes the creation of products in a company, because each gets the next number. */
export const lockCatalogue = (db: Db, company: CompanyId) =>
  db.execute(sql`select c.id from companies c where c.id = ${company} for update`)

/** The next unused article number. */
export async function nextSku(db: Db, company: CompanyId): Promise<string> {
  const [row] = await rowsOf<{ next: number }>(
    db,
    sql`select (coalesce(max(substring(p.sku from '^P(\\d{1,9})$')::bigint), 0) + 1)::float8 as next from products p where p.company_id = ${company}`,
  )
  return `P${String(row?.next ?? 1).padStart(4, '0')}`
}

/** The article number that differs from this one only in case, or is the same; null if there is none. */
export async function sameSku(db: Db, company: CompanyId, sku: string): Promise<string | null> {
  const [row] = await rowsOf<{ sku: string }>(
    db,
    sql`select p.sku from products p where p.company_id = ${company} and lower(p.sku) = lower(${sku}) limit 1`,
  )
  return row?.sku ?? null
}

/** Returns null if another product has this article number or this library entry. */
export async function insertProduct(
  db: Db,
  company: CompanyId,
  { sku, libraryId = null, ...product }: WrittenProduct & { sku: string; libraryId?: number | null },
): Promise<ProductId | null> {
  const { name, volume, volumeType, packaging, taxBasisPoints, lastCostMinor, caseSize = null } = product
  const [row] = await db
    .insert(products)
    .values({ companyId: company, sku, name, volume, volumeType, packaging, taxBasisPoints, lastCostMinor, caseSize, libraryId })
    .onConflictDoNothing()
    .returning({ id: products.id })
  return row?.id ?? null
}

/** A product with its current recipe, locked until the transaction ends. */
export async function lockProduct(db: Db, company: CompanyId, sku: string): Promise<StoredProduct | null> {
  const [row] = await rowsOf<Omit<StoredProduct, 'ingredients'>>(
    db,
    sql`select p.id::float8 as id, p.sku, p.name, p.volume::float8 as volume, p.volume_type as "volumeType", p.packaging, p.deleted,
        p.tax_basis_points::float8 as "taxBasisPoints", p.last_cost_minor::float8 as "lastCostMinor", p.case_size as "caseSize",
        coalesce((select jsonb_agg(jsonb_build_object('code', c.code, 'pieces', c.pieces) order by c.pieces, c.code)
          from product_codes c where c.company_id = p.company_id and c.product_id = p.id), '[]') as codes
      from products p where p.company_id = ${company} and p.sku = ${sku} for update`,
  )
  return row ? { ...row, ingredients: await recipeOf(db, company, row.id) } : null
}

/**
 * Replaces the codes of a product, and takes them from deleted products. Returns a product that has one of them, and then changes nothing. The
 * catalogue has to be locked.
 */
export async function writeCodes(
  db: Db,
  company: CompanyId,
  id: ProductId,
  codes: readonly ProductCode[],
): Promise<{ code: string; name: string; sku: string } | null> {
  const keys = sql`${`{${codes.map(({ code }) => codeKey(code)).join(',')}}`}::text[]`
  const [taken] = await rowsOf<{ code: string; name: string; sku: string }>(
    db,
    sql`select c.code, p.name, p.sku from product_codes c join products p on p.company_id = c.company_id and p.id = c.product_id
      where c.company_id = ${company} and c.product_id <> ${id} and not p.deleted and lpad(c.code, 14, '0') = any(${keys}) order by c.code limit 1`,
  )
  if (taken) return taken
  await db.execute(
    sql`delete from product_codes c where c.company_id = ${company} and (c.product_id = ${id} or lpad(c.code, 14, '0') = any(${keys}))`,
  )
  await db.execute(sql`
    insert into product_codes (company_id, product_id, code, pieces)
    select ${company}::int, ${id}::bigint, r.code, r.pieces from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as r(code text, pieces int)`)
  return null
}

async function recipeOf(db: Db, company: CompanyId, product: ProductId): Promise<IngredientShare[]> {
  const rows = await rowsOf<{ id: ProductId; share: number }>(
    db,
    sql`select r.ingredient_id::float8 as id, r.share::float8 as share from recipe_lines r
      where r.company_id = ${company} and r.product_id = ${product} and r.share > 0 and r.valid_from = (
        select max(l.valid_from) from recipe_lines l where l.company_id = ${company} and l.product_id = ${product})
      order by r.ingredient_id`,
  )
  return rows.map(({ id, share }) => ({ id, shareAmount: share / MILLI }))
}

/** Stores the tax that was valid until a day of the company, so that earlier sales keep it. A later change on the same day replaces it. */
export async function writeTaxChange(
  db: Db,
  company: CompanyId,
  id: ProductId,
  { before, after, from }: { before: number; after: number; from: string },
) {
  await db.execute(sql`
    insert into product_taxes (company_id, product_id, valid_from, tax_basis_points)
    select ${company}::int, ${id}::bigint, '-infinity', ${before}::bigint
    where not exists (select from product_taxes t where t.company_id = ${company} and t.product_id = ${id})`)
  const ofProduct = and(eq(productTaxes.companyId, company), eq(productTaxes.productId, id))
  await db.delete(productTaxes).where(and(ofProduct, gte(productTaxes.validFrom, from)))
  await db.insert(productTaxes).values({ companyId: company, productId: id, validFrom: from, taxBasisPoints: after })
}

export async function writeProduct(
  db: Db,
  company: CompanyId,
  id: ProductId,
  product: WrittenProduct & { deleted: boolean },
): Promise<void> {
  const { name, volume, volumeType, packaging, taxBasisPoints, lastCostMinor, caseSize = null, deleted } = product
  await db
    .update(products)
    .set({ name, volume, volumeType, packaging, taxBasisPoints, lastCostMinor, caseSize, deleted })
    .where(and(eq(products.companyId, company), eq(products.id, id)))
}

/** Which of these are ingredients of the company, and whether they were deleted. */
export async function ingredientsAmong(
  db: Db,
  company: CompanyId,
  ids: readonly ProductId[],
): Promise<ReadonlyMap<ProductId, { packaging: Packaging; deleted: boolean }>> {
  if (ids.length === 0) return new Map()
  const rows = await rowsOf<{ id: ProductId; packaging: Packaging; deleted: boolean }>(
    db,
    sql`select p.id::float8 as id, p.packaging, p.deleted from products p
      where p.company_id = ${company} and p.id = any(${`{${ids.join(',')}}`}::bigint[])`,
  )
  return new Map(rows.map(({ id, ...product }) => [id, product]))
}

/**
 * Sets a new recipe from a time on; earlier sales keep the recipe of their time. If the drink uses
 * no ingredients any more, its previous ones are stored with a share of zero. A recipe that is not later than the last one starts a
 * millisecond after it.
 */
export async function writeRecipe(
  db: Db,
  company: CompanyId,
  product: ProductId,
  { before, after, at }: { before: readonly IngredientShare[]; after: readonly IngredientShare[]; at: Moment },
): Promise<void> {
  const lines = after.length > 0 ? after : before.map(({ id }) => ({ id, shareAmount: 0 }))
  if (lines.length === 0) return
  const rows = JSON.stringify(lines.map(({ id, shareAmount }) => ({ id, share: toMilli(shareAmount) })))
  await db.execute(sql`
    insert into recipe_lines (company_id, product_id, valid_from, ingredient_id, share)
    select ${company}::int, ${product}::bigint, greatest(${toIso(at)}::timestamptz, (
        select max(l.valid_from) + interval '1 millisecond' from recipe_lines l where l.company_id = ${company} and l.product_id = ${product})),
      r.id, r.share
    from jsonb_to_recordset(${rows}::jsonb) as r(id bigint, share bigint)`)
}

/** The company's products that were imported from the library, by library id. */
export async function importedProducts(db: Db, company: CompanyId): Promise<ReadonlyMap<number, { sku: string; deleted: boolean }>> {
  const rows = await rowsOf<{ libraryId: number; sku: string; deleted: boolean }>(
    db,
    sql`select p.library_id as "libraryId", p.sku, p.deleted from products p where p.company_id = ${company} and p.library_id is not null`,
  )
  return new Map(rows.map(({ libraryId, ...product }) => [libraryId, product]))
}
