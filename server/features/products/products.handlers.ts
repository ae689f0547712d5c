import { sql } from 'drizzle-orm'
import type { AnswerOf, CheckedOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/products.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import type { ProductId } from '#domain/ids.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import { codeKey, type ProductCode } from '#domain/products/gtin.ts'
import { type IngredientShare, type ProductFields, problemsOf } from '#domain/products/product-rules.ts'
import { FIRST_DAY } from '#domain/warehouse/purchase.ts'
import { type Audited, audit } from '../../audit-log/audit-log.store.ts'
import { companyWays } from '../../db/company-settings.ts'
import { removeLaterCosts, writeCosts } from '../../db/product-costs.ts'
import { refuseFields } from '../../http/field-errors.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { stockIn } from '../../ledger/machine-stock.ts'
import { publish } from '../../sync/feed.ts'
import { LIBRARY } from './library.ts'
import { problemWords } from './problem-words.ts'
import { productsById, withStock } from './products.store.ts'
import {
  importedProducts,
  ingredientsAmong,
  insertProduct,
  lockCatalogue,
  lockProduct,
  nextSku,
  type StoredProduct,
  sameSku,
  type WrittenProduct,
  writeCodes,
  writeProduct,
  writeRecipe,
  writeTaxChange,
} from './products-changes.store.ts'

type Answer = AnswerOf<typeof contract.addProduct>

export async function addProduct(
  { body: { sku, ...input } }: CheckedOf<typeof contract.addProduct>,
  caller: RequestContext,
): Promise<Answer | Refusal> {
  const product = { ...input, name: input.name.trim() }
  const wrong = (await refusalOf(caller, product, null)) ?? undefined
  return wrong ?? insert(caller, product, { ...(sku === undefined ? {} : { sku }), action: 'product-added' })
}

/** Changes the given fields; an empty update restores a deleted product. */
export async function changeProduct(
  { params: { sku }, body }: CheckedOf<typeof contract.changeProduct>,
  caller: RequestContext,
): Promise<Answer | Refusal> {
  const { db, principal, ctx } = caller
  // Before the product, in the order in which the other changes lock.
  if (body?.codes) await lockCatalogue(db, principal.companyId)
  const before = await lockProduct(db, principal.companyId, sku)
  if (!before) return refuse('PRODUCT_NOT_FOUND')
  if (body === undefined) return setDeleted(caller, before, false)
  if (before.deleted) return refuse('PRODUCT_NOT_FOUND', { detail: `${before.name} is deleted. Restore it before you change it.` })
  const was = fieldsOf(before, principal.currency)
  const packaging = body.packaging ?? was.packaging
  const { taxValidFrom, lastCostValidFrom, ...fields } = body
  const input = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<ProductFields>
  // The cost of a hot drink is not editable, so an old invalid value must not block the update.
  const after: ProductFields = { ...was, ...(packaging === 'COFFEE' ? { lastCost: 0 } : {}), ...input }
  const wrong = await refusalOf(caller, after, before)
  if (wrong) return wrong
  const changed = written(after, principal.currency)
  const { timezone } = await companyWays(db, principal.companyId)
  const today = isoDay(dayOf(ctx.now(), timezone))
  for (const [path, day] of Object.entries({ taxValidFrom, lastCostValidFrom })) {
    if (day === undefined || (day >= isoDay(FIRST_DAY) && day <= today)) continue
    const message = 'must be from 1 February 2018 to today'
    return refuseFields([{ path, message }])
  }
  if (changed.taxBasisPoints !== before.taxBasisPoints) {
    const from = taxValidFrom ?? today
    await writeTaxChange(db, principal.companyId, before.id, { before: before.taxBasisPoints, after: changed.taxBasisPoints, from })
  }
  if (changed.lastCostMinor !== before.lastCostMinor) {
    const from = lastCostValidFrom ?? today
    await writeCosts(db, principal.companyId, [{ productId: before.id, unitCostMinor: changed.lastCostMinor }], from)
    await removeLaterCosts(db, principal.companyId, before.id, from)
  }
  await writeProduct(db, principal.companyId, before.id, { ...changed, deleted: before.deleted })
  const codes = after.codes ?? []
  const taken = isSameCodes(before.codes, codes) ? null : await writeCodes(db, principal.companyId, before.id, codes)
  if (taken) return refuseTakenCode(taken, codes)
  if (!isSameRecipe(before.ingredients, after.ingredients))
    await writeRecipe(db, principal.companyId, before.id, { before: before.ingredients, after: after.ingredients, at: ctx.now() })
  return recordProduct(caller, before.id, { action: 'product-changed', of: { kind: 'product', id: before.id }, before: was, after })
}

export async function deleteProduct(sku: string, caller: RequestContext): Promise<Answer | Refusal> {
  const product = await lockProduct(caller.db, caller.principal.companyId, sku)
  return product ? setDeleted(caller, product, true) : refuse('PRODUCT_NOT_FOUND')
}

/** Imports a product from the library, or restores it unchanged if it was deleted. */
export async function importProduct(libraryId: number, caller: RequestContext): Promise<Answer | Refusal> {
  const { db, principal } = caller
  const found = LIBRARY.find(({ id }) => id === libraryId)
  if (!found) return refuse('PRODUCT_NOT_FOUND')
  await lockCatalogue(db, principal.companyId)
  const own = (await importedProducts(db, principal.companyId)).get(libraryId)
  if (own && !own.deleted) return refuse('PRODUCT_EXISTS', { detail: `The catalogue already contains it as ${own.sku}.` })
  const known = own && (await lockProduct(db, principal.companyId, own.sku))
  if (known) return setDeleted(caller, known, false)
  const { id: _, ...facts } = found
  return insert(caller, { ...facts, tax: 0, lastCost: 0, ingredients: [] }, { libraryId, action: 'product-imported' })
}

async function insert(
  caller: RequestContext,
  product: ProductFields,
  { sku, libraryId, action }: { sku?: string; libraryId?: number; action: 'product-added' | 'product-imported' },
): Promise<Answer | Refusal> {
  const { db, principal, ctx } = caller
  await lockCatalogue(db, principal.companyId)
  const known = sku === undefined ? null : await sameSku(db, principal.companyId, sku)
  if (known !== null) return refuse('PRODUCT_EXISTS', { detail: `A product with the number ${known} already exists.` })
  const number = sku ?? (await nextSku(db, principal.companyId))
  const id = await insertProduct(db, principal.companyId, {
    ...written(product, principal.currency),
    sku: number,
    ...(libraryId ? { libraryId } : {}),
  })
  if (id === null) return refuse('PRODUCT_EXISTS', { detail: `A product with the number ${number} already exists.` })
  const codes = product.codes ?? []
  const taken = await writeCodes(db, principal.companyId, id, codes)
  if (taken) return refuseTakenCode(taken, codes)
  await writeRecipe(db, principal.companyId, id, { before: [], after: product.ingredients, at: ctx.now() })
  return recordProduct(caller, id, { action, of: { kind: 'product', id }, after: { sku: number, ...product } })
}

/** No effect and no events if the state is already as requested. */
async function setDeleted(caller: RequestContext, product: StoredProduct, deleted: boolean): Promise<Answer | Refusal> {
  const { db, principal } = caller
  if (product.deleted === deleted) return answerOf(caller, product.id)
  await writeProduct(db, principal.companyId, product.id, { ...product, deleted })
  return recordProduct(caller, product.id, {
    action: deleted ? 'product-deleted' : 'product-restored',
    of: { kind: 'product', id: product.id },
  })
}

async function recordProduct(caller: RequestContext, id: ProductId, entry: Audited): Promise<Answer | Refusal> {
  const { db, principal, ctx } = caller
  const now = ctx.now()
  await audit(db, principal.companyId, { userId: principal.userId, at: now }, [entry])
  const answer = await answerOf(caller, id)
  await publish(db, principal.companyId, [{ kind: 'product', id }], now, [
    { activity: 'PRODUCT_CHANGED', at: now, machineId: null, changed: ['products'] },
  ])
  return answer
}

/** As every call returns it, with the stock in machines. */
async function answerOf({ db, principal }: RequestContext, id: ProductId): Promise<Answer | Refusal> {
  const [product] = await productsById(db, principal, [id])
  if (!product) return refuse('PRODUCT_NOT_FOUND')
  return withStock(product, await stockIn(db, principal.companyId, sql`m.deactivated_at is null and p.product_id = ${id}`))
}

/** The refusal for invalid fields, or null. A deleted ingredient may remain in a recipe but not be added. */
async function refusalOf({ db, principal }: RequestContext, product: ProductFields, before: StoredProduct | null): Promise<Refusal | null> {
  const problems = problemsOf(product, { currency: principal.currency, before: before?.packaging })
  if (problems.length > 0) {
    return refuseFields(problems.map((problem) => ({ path: problem.path, message: problemWords(problem, { ...principal, ...product }) })))
  }
  const ids = product.ingredients.map(({ id }) => id)
  const known = await ingredientsAmong(db, principal.companyId, ids)
  const kept = new Set(before?.ingredients.map(({ id }) => id))
  const missing = ids.find((id) => known.get(id)?.packaging !== 'INGREDIENT' || (known.get(id)?.deleted && !kept.has(id)))
  return missing === undefined ? null : refuse('PRODUCT_NOT_FOUND', { detail: `There is no ingredient ${missing}.` })
}

const fieldsOf = (
  { name, volume, volumeType, packaging, taxBasisPoints, lastCostMinor, caseSize, codes, ingredients }: StoredProduct,
  currency: string,
): ProductFields => ({
  name,
  volume,
  volumeType,
  packaging,
  tax: taxBasisPoints / 100,
  lastCost: toDecimal(lastCostMinor, currency),
  caseSize,
  codes,
  ingredients,
})

const written = ({ name, volume, volumeType, packaging, tax, lastCost, caseSize }: ProductFields, currency: string): WrittenProduct => ({
  name,
  volume,
  volumeType,
  packaging,
  taxBasisPoints: Math.round(tax * 100),
  lastCostMinor: toMinor(lastCost, currency),
  caseSize,
})

const isSameCodes = (a: readonly ProductCode[], b: readonly ProductCode[]) =>
  a.length === b.length && a.every(({ code, pieces }) => b.some((other) => other.code === code && other.pieces === pieces))

function refuseTakenCode({ code, name, sku }: { code: string; name: string; sku: string }, codes: readonly ProductCode[]): Refusal {
  const detail = `The code ${code} already belongs to ${name} (${sku}).`
  const index = codes.findIndex((one) => codeKey(one.code) === codeKey(code))
  return refuse('PRODUCT_CODE_TAKEN', {
    detail,
    details: { code: codes[index]?.code, name, sku },
    errors: [{ path: `codes.${index}.code`, message: detail }],
  })
}

const isSameRecipe = (a: readonly IngredientShare[], b: readonly IngredientShare[]) =>
  a.length === b.length && a.every(({ id, shareAmount }) => b.some((other) => other.id === id && other.shareAmount === shareAmount))
