import { sql } from 'drizzle-orm'

/** The main fields of a product in a table `pr`, as JSON. */
export const productCard = sql`jsonb_build_object('id', pr.id, 'sku', pr.sku, 'name', pr.name, 'volume', pr.volume, 'volumeType', pr.volume_type,
  'packaging', pr.packaging, 'deleted', pr.deleted)`
