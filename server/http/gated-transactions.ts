import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/client.ts'
import type { Rank } from './load-shedding.ts'
import type { Alone } from './request-context.ts'

/** Executes work in a transaction of the caller's company. */
export type GatedTransaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** For a call with `gatesItself`: each transaction takes its own load-shedder slot, so that a long call blocks no other request. */
export const gatedTransactions =
  (app: FastifyInstance, rank: Rank) =>
  ({ ctx, principal: { companyId }, request }: Pick<Alone, 'ctx' | 'principal' | 'request'>): GatedTransaction =>
  (work) =>
    app.gate.through(rank, () => ctx.database.withTenant(companyId, work), app.flows.of(request))
