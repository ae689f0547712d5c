import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { PageNumber, pageSize, QueryId } from './fields.ts'

/**
 * One line of a stock point's history. `quantity`: what came or went, or, of a count, how much there was; `balance`: how much lay
 * there right after. One that was undone moved nothing. Quantities are whole pieces, grams or millilitres; `quantity` and `balance`
 * of an ingredient may be parts of one.
 */
export const StockMovement = v.object({
  operationId: v.string(),
  line: v.number(),
  at: v.string(),
  /** When the server heard of it, where it knows. */
  received: v.nullable(v.string()),
  kind: v.picklist(['delta', 'count']),
  cause: v.string(),
  quantity: v.number(),
  balance: v.number(),
  user: v.nullable(v.object({ id: v.number(), name: v.string() })),
  note: v.nullable(v.string()),
  undone: v.boolean(),
  /** Whether whoever asks may undo its operation, and at which machine that is asked for. */
  undoableAt: v.nullable(v.number()),
})
export type StockMovement = v.InferOutput<typeof StockMovement>

export const stockMovements = endpoint({
  name: 'stockMovements',
  method: 'GET',
  path: '/stock-points/:id/movements',
  who: 'anyone',
  summary: 'Why so much lies there: everything that moved a stock point, in the order in which it happened, the newest first',
  params: v.object({ id: QueryId }),
  query: v.object({ page: PageNumber, size: pageSize(50) }),
  answer: v.array(StockMovement),
  paged: true,
  refusals: ['STOCK_POINT_NOT_FOUND'],
})
