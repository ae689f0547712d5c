import { boolean, date, foreignKey, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { PACKAGINGS, VOLUME_TYPES } from '#domain/products/product.ts'
import { company, id, moment, whole } from '../../db/columns.ts'
import { companies } from '../company/company.tables.ts'

export const products = pgTable(
  'products',
  {
    companyId: company().references(() => companies.id),
    id: id(),
    sku: text().notNull(),
    name: text().notNull(),
    /** Whole grams, millilitres or pieces. */
    volume: whole().notNull(),
    volumeType: text({ enum: VOLUME_TYPES }).notNull(),
    packaging: text({ enum: PACKAGINGS }).notNull(),
    /** Hundredths of a percent. */
    taxBasisPoints: whole().notNull().default(0),
    lastCostMinor: whole().notNull().default(0),
    /** Pieces in a case, as the supplier packs it; null where it is not bought by the case. */
    caseSize: integer(),
    deleted: boolean().notNull().default(false),
    /** What of the library it was taken over from. */
    libraryId: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('products_sku').on(t.companyId, t.sku),
    uniqueIndex('products_library').on(t.companyId, t.libraryId),
  ],
)

/**
 * The tax of a product from a day of the company on, written when it is changed for the first time: with the tax before it, valid since
 * `-infinity`. A product without rows has had one tax all the time.
 */
export const productTaxes = pgTable(
  'product_taxes',
  {
    companyId: company(),
    productId: whole().notNull(),
    validFrom: date().notNull(),
    /** Hundredths of a percent. */
    taxBasisPoints: whole().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.productId, t.validFrom] }),
    foreignKey({ columns: [t.companyId, t.productId], foreignColumns: [products.companyId, products.id] }),
  ],
)

/** What a hot drink takes of each ingredient, from a moment on: a sale uses the recipe that was valid when it happened. */
export const recipeLines = pgTable(
  'recipe_lines',
  {
    companyId: company(),
    productId: whole().notNull(),
    validFrom: moment().notNull(),
    ingredientId: whole().notNull(),
    /** Thousandths of the ingredient's unit. */
    share: whole().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.productId, t.validFrom, t.ingredientId] }),
    foreignKey({ columns: [t.companyId, t.productId], foreignColumns: [products.companyId, products.id] }),
    foreignKey({ columns: [t.companyId, t.ingredientId], foreignColumns: [products.companyId, products.id] }),
  ],
)
