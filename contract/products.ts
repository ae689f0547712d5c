import * as v from 'valibot'
import { isGtin, MAX_CODE_PIECES, MAX_CODES } from '#domain/products/gtin.ts'
import { PACKAGINGS, VOLUME_TYPES } from '#domain/products/product.ts'
import {
  HIGHEST_COST_LIMIT,
  isSku,
  MAX_INGREDIENTS,
  MAX_NAME_LENGTH,
  MAX_SKU_LENGTH,
  MAX_TAX,
  MAX_VOLUME,
  SHARE_LIMITS,
} from '#domain/products/product-limits.ts'
import { CASE_SIZES } from '#domain/warehouse/cases.ts'
import { endpoint } from './endpoint.ts'
import { CalendarDay, DateOnly, Id, Integer, line, PageNumber, pageSize, QueryId, queryList, SearchText } from './fields.ts'
import { inCurrency, inPercent, inVolumeType, Money, Percent, Volume } from './units.ts'

/** A product inside other responses and in a device's local database. */
export const ProductCard = v.object({
  id: Integer,
  sku: v.string(),
  name: v.string(),
  volume: Volume,
  volumeType: v.fallback(v.picklist(VOLUME_TYPES), 'PIECE'),
  packaging: v.fallback(v.picklist(PACKAGINGS), 'PIECE'),
  deleted: v.boolean(),
  /** Pieces per case, if it is sold by the case and reported: only for a product on its own. */
  caseSize: v.optional(v.nullable(Integer)),
})
export type ProductCard = v.InferOutput<typeof ProductCard>

/** `shareAmount`: how much of the ingredient one drink takes, in the ingredient's own unit. `lastCost` is for managers only. */
export const Product = v.object({
  ...ProductCard.entries,
  type: v.fallback(v.picklist(PACKAGINGS), 'PIECE'),
  displayVolume: v.string(),
  tax: Percent,
  lastCost: v.optional(Money),
  /**
   * Stock in the machines that the user can see: pieces, grams or millilitres. In the list and for a single product; devices compute it
   * themselves.
   */
  currentQuantity: v.optional(Integer),
  /** Bar codes, the one with fewest pieces first. Absent in what older versions have stored. */
  codes: v.optional(v.array(v.object({ code: v.string(), pieces: Integer }))),
  ingredients: v.array(v.object({ id: Integer, name: v.string(), shareAmount: Volume, volumeType: v.picklist(VOLUME_TYPES) })),
})
export type Product = v.InferOutput<typeof Product>

export const listProducts = endpoint({
  name: 'listProducts',
  method: 'GET',
  path: '/products',
  who: 'anyone',
  summary: 'List the product catalogue',
  query: v.object({
    page: PageNumber,
    size: pageSize(20),
    query: SearchText,
    productType: v.optional(queryList(v.picklist(PACKAGINGS))),
    /** Include deleted products, which can be restored. */
    deleted: v.optional(v.picklist(['true', 'false']), 'false'),
  }),
  answer: v.array(Product),
  paged: true,
})

/** The company's own article number; also used in URLs. */
const Sku = v.pipe(line(MAX_SKU_LENGTH), v.nonEmpty('must not be empty'), v.check(isSku, 'must not be one or two points'))
/** Imports of earlier versions accepted article numbers of twice the length. */
const SkuParams = v.object({ sku: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2 * MAX_SKU_LENGTH)) })

const Tax = v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_TAX), inPercent)
const Share = v.pipe(v.number(), v.gtValue(SHARE_LIMITS.above), v.ltValue(SHARE_LIMITS.below), inVolumeType)
const Ingredients = v.pipe(v.array(v.object({ id: Id, shareAmount: Share })), v.maxLength(MAX_INGREDIENTS))

/** The cost of one product or pack; most currencies have a lower limit, which the product rules enforce. */
export const Cost = v.pipe(v.number(), v.minValue(0), v.ltValue(HIGHEST_COST_LIMIT), inCurrency)

/** Pieces per case; null if it is not sold by the case. */
const CaseSize = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(CASE_SIZES.least), v.maxValue(CASE_SIZES.most)))

/** GTIN-8, -12, -13 or -14 with its check digit. `pieces`: how many pieces, or packs of an ingredient, carry it together. */
const Codes = v.pipe(
  v.array(
    v.object({
      code: v.pipe(v.string(), v.check(isGtin, 'must be a GTIN')),
      pieces: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_CODE_PIECES)), 1),
    }),
  ),
  v.maxLength(MAX_CODES),
)

/** The range of each field on its own. Rules across fields are in domain/products/product-rules.ts. */
const sayable = {
  name: v.pipe(line(MAX_NAME_LENGTH), v.nonEmpty('must not be empty')),
  volume: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_VOLUME), inVolumeType),
  volumeType: v.picklist(VOLUME_TYPES),
  packaging: v.picklist(PACKAGINGS),
  tax: Tax,
  lastCost: Cost,
  caseSize: CaseSize,
  codes: Codes,
  ingredients: Ingredients,
}

export const addProduct = endpoint({
  name: 'addProduct',
  method: 'POST',
  path: '/products',
  who: 'manager',
  summary: 'Create a product; an absent article number is assigned',
  body: v.object({
    ...sayable,
    sku: v.optional(Sku),
    tax: v.optional(Tax, 0),
    lastCost: v.optional(Cost, 0),
    caseSize: v.optional(CaseSize, null),
    codes: v.optional(Codes, () => []),
    ingredients: v.optional(Ingredients, () => []),
  }),
  answer: Product,
  status: 201,
  keyed: true,
  refusals: ['PRODUCT_EXISTS', 'PRODUCT_NOT_FOUND', 'PRODUCT_CODE_TAKEN'],
})
export type NewProduct = v.InferInput<typeof addProduct.body>

export const changeProduct = endpoint({
  name: 'changeProduct',
  method: 'PATCH',
  path: '/products/:sku',
  who: 'manager',
  summary:
    'Update a product: a changed recipe applies to sales from now on, a changed tax to sales from `taxValidFrom` (today), a changed cost to sales from `lastCostValidFrom` (today). Without a body, restore a deleted product, which cannot be changed otherwise',
  params: SkuParams,
  /** `taxValidFrom`, `lastCostValidFrom`: the company's day from which a changed tax or cost applies, today by default; an earlier day corrects it. */
  body: v.optional(v.partial(v.object({ ...sayable, taxValidFrom: CalendarDay, lastCostValidFrom: CalendarDay }))),
  answer: Product,
  keyed: true,
  refusals: ['PRODUCT_NOT_FOUND', 'PRODUCT_CODE_TAKEN'],
})
export type ProductChange = v.InferInput<typeof changeProduct.body>

export const deleteProduct = endpoint({
  name: 'deleteProduct',
  method: 'DELETE',
  path: '/products/:sku',
  who: 'manager',
  summary: 'Delete a product; existing stock and sales remain, and it can be restored',
  params: SkuParams,
  answer: Product,
  keyed: true,
  refusals: ['PRODUCT_NOT_FOUND'],
})

/** The machines and slots of a product, and its sales of each of the last 30 days, including days without sales. */
export const ProductSummary = v.object({
  ...Product.entries,
  inMachines: v.array(v.object({ machine: v.object({ id: Integer, name: v.string() }), slotNumbers: v.array(v.string()) })),
  dateSales: v.array(v.object({ date: DateOnly, sold: Integer })),
})
export type ProductSummary = v.InferOutput<typeof ProductSummary>

export const productSummary = endpoint({
  name: 'productSummary',
  method: 'GET',
  path: '/products/:sku',
  who: 'manager',
  summary: 'Retrieve a product with its machines, slots and sales by day',
  params: SkuParams,
  query: v.object({ type: v.optional(v.picklist(['summary']), 'summary') }),
  answer: ProductSummary,
  refusals: ['PRODUCT_NOT_FOUND'],
})

/** A common product, as its maker packs it. `sku`: the company's own article number if it has been imported. */
export const LibraryProduct = v.object({
  id: Integer,
  name: v.string(),
  volume: Volume,
  volumeType: v.fallback(v.picklist(VOLUME_TYPES), 'PIECE'),
  packaging: v.fallback(v.picklist(PACKAGINGS), 'PIECE'),
  sku: v.nullable(v.string()),
})
export type LibraryProduct = v.InferOutput<typeof LibraryProduct>

export const listLibrary = endpoint({
  name: 'listLibrary',
  method: 'GET',
  path: '/library/products',
  who: 'manager',
  summary: 'List common products by name, to import into the own catalogue',
  query: v.object({
    page: PageNumber,
    size: pageSize(500),
    query: SearchText,
    /** The same as `query`. */
    search: SearchText,
    sort: v.optional(v.picklist(['name']), 'name'),
  }),
  answer: v.array(LibraryProduct),
  paged: true,
})

export const importProduct = endpoint({
  name: 'importProduct',
  method: 'PATCH',
  path: '/library/products/:id',
  who: 'manager',
  summary: 'Import a product of the library into the catalogue, or restore it; refused if it is already there',
  params: v.object({ id: QueryId }),
  answer: Product,
  keyed: true,
  refusals: ['PRODUCT_NOT_FOUND', 'PRODUCT_EXISTS'],
})
