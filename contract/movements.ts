import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { DateTime, Integer, PageNumber, pageSize, QueryId } from './fields.ts'
import { Amount } from './units.ts'

/**
 * One line of a stock point's history. `quantity`: the change or, for a count, the counted quantity; `balance`: the stock right after. An
 * undone line moved nothing. Quantities are whole pieces, grams or millilitres; `quantity` and `balance` of an ingredient may have
 * fractions.
 */
export const StockMovement = v.object({
  operationId: v.string(),
  line: Integer,
  at: DateTime,
  /** When the server received it, if known. */
  received: v.nullable(DateTime),
  kind: v.picklist(['delta', 'count']),
  cause: v.string(),
  quantity: Integer,
  balance: Amount,
  user: v.nullable(v.object({ id: Integer, name: v.string() })),
  note: v.nullable(v.string()),
  undone: v.boolean(),
  /** The machine at which the user may undo the operation; null if they may not. */
  undoableAt: v.nullable(Integer),
})
export type StockMovement = v.InferOutput<typeof StockMovement>

export const stockMovements = endpoint({
  name: 'stockMovements',
  method: 'GET',
  path: '/stock-points/:id/movements',
  who: 'anyone',
  summary: 'List all movements of a stock point, newest first by when they happened',
  params: v.object({ id: QueryId }),
  query: v.object({ page: PageNumber, size: pageSize(50) }),
  answer: v.array(StockMovement),
  paged: true,
  refusals: ['STOCK_POINT_NOT_FOUND'],
})
