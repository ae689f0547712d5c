import { sql } from 'drizzle-orm'
import type { CompanyId, ProductId } from '#domain/ids.ts'
import { displayVolume, type VolumeType } from '#domain/products/product.ts'
import { productLabels } from '#domain/products/product-labels.ts'
import { type Db, rowsOf } from './client.ts'

type Row = { id: ProductId; name: string; sku: string; volume: number; volumeType: VolumeType }

/** The labels of all products of a company for a table, in the language of a locale. */
export async function productLabelsOf(db: Db, company: CompanyId, locale: string): Promise<ReadonlyMap<ProductId, string>> {
  const products = await rowsOf<Row>(
    db,
    sql`select p.id::float8 as id, p.name, p.sku, p.volume::float8 as volume, p.volume_type as "volumeType" from products p where p.company_id = ${company}`,
  )
  return productLabels(products, (volume, type) => {
    const { value, unit, decimals } = displayVolume(volume, type)
    const digits = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value)
    return unit === 'pcs' ? `× ${digits}` : `${digits} ${unit}`
  })
}
