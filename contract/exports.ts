import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { DateTime, Integer, Uuid } from './fields.ts'
import { Share } from './units.ts'

export const EXPORT_KINDS = ['transactions-export', 'cash-withdraws', 'audit-export'] as const
const EXPORT_STATES = ['WAITING', 'MAKING', 'READY', 'FAILED'] as const

/** A file that is created in the background. It has a name, a size and an address once it is ready. */
export const Export = v.object({
  id: v.string(),
  kind: v.fallback(v.picklist(EXPORT_KINDS), 'transactions-export'),
  state: v.fallback(v.picklist(EXPORT_STATES), 'WAITING'),
  asked: DateTime,
  name: v.nullable(v.string()),
  size: v.nullable(Integer),
  progress: v.optional(Share, 0),
  /** When it is deleted; null until it is finished. */
  expires: v.nullable(DateTime),
  /** Valid for 10 minutes. */
  downloadUrl: v.nullable(v.string()),
})
export type Export = v.InferOutput<typeof Export>

export const listExports = endpoint({
  name: 'listExports',
  method: 'GET',
  path: '/exports',
  who: 'manager',
  summary: 'List your exported files, newest first; each is stored for 7 days',
  answer: v.array(Export),
})

export const deleteExport = endpoint({
  name: 'deleteExport',
  method: 'DELETE',
  path: '/exports/:exportId',
  who: 'manager',
  summary: 'Cancel an export that is in progress, or delete a finished one',
  params: v.object({ exportId: Uuid }),
  answer: v.object({}),
  refusals: ['NOT_FOUND'],
})
