import * as v from 'valibot'
import type { Restock } from './restock.ts'

/** The restock typed for a machine, as drafts keep it. */
export const RestockDraft = v.record(v.string(), v.object({ quantity: v.number(), full: v.boolean(), bestBefore: v.optional(v.string()) }))
export const NO_RESTOCK: Restock = {}
