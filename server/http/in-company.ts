import type { CompanyId } from '#domain/ids.ts'
import type { Db, OnDataAge } from '../db/client.ts'
import { Refusal } from './refusal.ts'
import type { AppContext } from './request-context.ts'

/** Rolls a transaction back and carries the refusal out of it. */
class RolledBack extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** One transaction of a company. A refusal rolls it back. With `onDataAge` a replica may answer. */
export async function inCompany<T>(
  { database }: AppContext,
  company: CompanyId,
  handle: (db: Db) => Promise<T | Refusal>,
  { snapshot = false, onDataAge }: { snapshot?: boolean; onDataAge?: OnDataAge },
): Promise<T | Refusal> {
  try {
    return await database[onDataAge ? 'readTenant' : 'withTenant'](
      company,
      async (db) => {
        const answer = await handle(db)
        if (answer instanceof Refusal && !answer.commits) throw new RolledBack(answer)
        return answer
      },
      { snapshot, ...(onDataAge ? { onDataAge } : {}) },
    )
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal
    throw error
  }
}
