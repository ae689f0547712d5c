import { join } from 'node:path'
import * as v from 'valibot'

export const socketPathOf = (dataDir: string) => join(dataDir, 'roundsman.sock')

/** Systems truncate longer socket paths, so two servers could share one. */
export const MAX_PATH_LENGTH = 100

/** The folder below the data directory for copies of the embedded database's files, until a backup is made from them. */
export const COPIES = 'copies'

export const CopyAnswer = v.object({ folder: v.string(), blockedMs: v.number() })
export type CopyAnswer = v.InferOutput<typeof CopyAnswer>

export const SelfCheckCommand = v.object({ rebuild: v.boolean() })

export const SelfCheckAnswer = v.object({
  checked: v.number(),
  mismatches: v.array(v.object({ company: v.number(), point: v.number(), balance: v.number(), fold: v.number() })),
  stale: v.array(v.object({ company: v.number(), machine: v.number(), of: v.picklist(['cash', 'days', 'company-days', 'passes']) })),
  broken: v.array(v.object({ company: v.number(), entry: v.number() })),
  late: v.array(v.object({ job: v.string(), startedAt: v.number() })),
  photos: v.nullable(
    v.union([
      v.object({ orphans: v.array(v.string()), missing: v.array(v.object({ company: v.number(), photo: v.string() })) }),
      v.object({ failure: v.string() }),
    ]),
  ),
  archives: v.array(v.string()),
})
export type SelfCheckAnswer = v.InferOutput<typeof SelfCheckAnswer>
