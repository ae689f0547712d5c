import * as v from 'valibot'
import { columns } from './columns.ts'
import { DateTime, Integer } from './fields.ts'
import { Amount, EpochMs } from './units.ts'

export const OwnStockRow = v.object({
  productId: Integer,
  balance: Amount,
  countedAt: v.nullable(EpochMs),
  countedBy: v.nullable(v.string()),
  countedLine: v.nullable(Integer),
})

/**
 * The van that a user drives, on the user's device. `since`: restocks from then on are taken out of it. `key` signs its hand-overs.
 * `contains`: pending operations of the device that the stock contains already, and `handOvers`: those of the last 30 days, because the other
 * phone may have sent them. `others`: the vans that can receive goods.
 */
export const OwnVan = v.object({
  id: Integer,
  name: v.string(),
  since: DateTime,
  asOf: DateTime,
  key: v.string(),
  /** The most pieces that a planned round needs. Absent from earlier servers. */
  maxPieces: v.optional(v.nullable(Integer)),
  stocks: columns(OwnStockRow),
  contains: v.array(v.string()),
  handOvers: v.array(v.string()),
  others: v.array(v.object({ id: Integer, name: v.string(), driver: v.nullable(v.string()) })),
})
export type OwnVan = v.InferOutput<typeof OwnVan>
