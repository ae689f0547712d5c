import { sql } from 'drizzle-orm'
import { SECOND } from '#domain/time.ts'
import { type Database, rowsOf } from '../../database/database.ts'

/** Whether the database answers within two seconds. */
export async function databaseAnswers(database: Database): Promise<boolean> {
  const answered = database
    .asHouse((db) => rowsOf(db, sql`select 1`))
    .then(
      () => true,
      () => false,
    )
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, 2 * SECOND, false)
  })
  return Promise.race([answered, tooLate]).finally(() => clearTimeout(timer))
}
