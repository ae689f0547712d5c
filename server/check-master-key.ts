import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { rowsOf } from './db/client.ts'
import type { AppContext } from './http/request-context.ts'

/**
 * Compares the master key with the stored fingerprint of the one that the database was first used with. With another key, the secrets of
 * payments and webhooks are unreadable and every browser has to subscribe to notifications again, so the change has to be confirmed.
 *
 * @returns the error message with which the start ends.
 */
export async function checkMasterKey(ctx: Pick<AppContext, 'database' | 'keyFor' | 'settings'>): Promise<{ wrong: string } | null> {
  const mark = createHmac('sha256', ctx.keyFor('installation')).update('master key').digest('base64url')
  return ctx.database.asSystem(async (db) => {
    const known = await rowsOf<{ mark: string | null }>(db, sql`select key_mark as mark from installation for update`)
    const before = known[0]?.mark ?? null
    if (before === mark) return null
    if (before !== null && !ctx.settings.newMasterKey)
      return {
        wrong:
          'This database was used with another MASTER_KEY (or DATA_DIR/master.key): secrets of payments and webhooks cannot be read with this one. Restore the other key, or start with NEW_MASTER_KEY=on to discard those secrets.',
      }
    await db.execute(sql`update installation set key_mark = ${mark}`)
    return null
  })
}
