import { sql } from 'drizzle-orm'
import { boolean, date, foreignKey, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { PACKAGINGS, VOLUME_TYPES } from '#domain/products/product.ts'
import { company, id, moment, wholeNumber } from '../columns.ts'
import { companies } from './company.ts'

export const products = pgTable(
  'products',
  {
    companyId: company().references(() => companies.id),
    id: id(),
    sku: text().notNull(),
    name: text().notNull(),
    /** Whole grams, millilitres or pieces. */
    volume: wholeNumber().notNull(),
    volumeType: text({ enum: VOLUME_TYPES }).notNull(),
    packaging: text({ enum: PACKAGINGS }).notNull(),
    /** Hundredths of a percent. */
    taxBasisPoints: wholeNumber().notNull().default(0),
    lastCostMinor: wholeNumber().notNull().default(0),
    /** Pieces per case of the supplier; null if not bought by the case. */
    caseSize: integer(),
    deleted: boolean().notNull().default(false),
    /** The library entry from which it was imported. */
    libraryId: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('products_sku').on(t.companyId, t.sku),
    uniqueIndex('products_library').on(t.companyId, t.libraryId),
  ],
)

/** The bar codes of a product: of a piece, and of packs with several. A code belongs to one product, whatever zeros lead it. */
export const productCodes = pgTable(
  'product_codes',
  {
    companyId: company(),
    productId: wholeNumber().notNull(),
    /** A GTIN of 8, 12, 13 or 14 digits, as it was entered. */
    code: text().notNull(),
    /** How many pieces, or packs of an ingredient, carry this code together. */
    pieces: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.productId, t.code] }),
    uniqueIndex('product_codes_code').on(t.companyId, sql`lpad(${t.code}, 14, '0')`),
    foreignKey({ columns: [t.companyId, t.productId], foreignColumns: [products.companyId, products.id] }),
  ],
)

/**
 * The tax of a product from a day of the company on. Written at the first change, together with the previous tax, valid since `-infinity`.
 * A product without rows has always had the same tax.
 */
export const productTaxes = pgTable(
  'product_taxes',
  {
    companyId: company(),
    productId: wholeNumber().notNull(),
    validFrom: date().notNull(),
    /** Hundredths of a percent. */
    taxBasisPoints: wholeNumber().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.productId, t.validFrom] }),
    foreignKey({ columns: [t.companyId, t.productId], foreignColumns: [products.companyId, products.id] }),
  ],
)

/**
 * The purchase price of a product, or of a pack of an ingredient, from a day of the company on; 0: unknown. Written at the first change. The
 * first row is valid since `-infinity`. A product without rows has always had the same price.
 */
export const productCosts = pgTable(
  'product_costs',
  {
    companyId: company(),
    productId: wholeNumber().notNull(),
    validFrom: date().notNull(),
    costMinor: wholeNumber().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.productId, t.validFrom] }),
    foreignKey({ columns: [t.companyId, t.productId], foreignColumns: [products.companyId, products.id] }),
  ],
)

/** Ingredients of a hot drink from a time on. A sale uses the recipe that was valid when it happened. */
export const recipeLines = pgTable(
  'recipe_lines',
  {
    companyId: company(),
    productId: wholeNumber().notNull(),
    validFrom: moment().notNull(),
    ingredientId: wholeNumber().notNull(),
    /** Thousandths of the ingredient's unit. */
    share: wholeNumber().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.productId, t.validFrom, t.ingredientId] }),
    foreignKey({ columns: [t.companyId, t.productId], foreignColumns: [products.companyId, products.id] }),
    foreignKey({ columns: [t.companyId, t.ingredientId], foreignColumns: [products.companyId, products.id] }),
  ],
)
