import { SECOND } from '#domain/time.ts'
import type { Database } from '../../db/client.ts'
import { hasProblem } from '../../jobs/jobs.store.ts'

/** Health of the system; null if its database does not respond within two seconds. */
export async function databaseStatus(database: Database): Promise<'ok' | 'degraded' | null> {
  const answered = database.asSystem(hasProblem).then(
    (hasProblem) => (hasProblem ? ('degraded' as const) : ('ok' as const)),
    () => null,
  )
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, 2 * SECOND, null)
  })
  return Promise.race([answered, tooLate]).finally(() => clearTimeout(timer))
}
