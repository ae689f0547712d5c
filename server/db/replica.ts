import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { fromIso, type Moment, SECOND } from '#domain/time.ts'
import { isTemporary, type Query, type Reading, type ReplicaState, sqlStateOf } from './client.ts'
import { openPool, type PostgresPool, queryOn, transactOn } from './postgres-pool.ts'
import { answers } from './primary.ts'

const WATCH_MS = SECOND
const MAX_MISSED = 2

type Replica = { read: Reading; state(): ReplicaState; close(): Promise<void> }

/** The replica was behind by more than the limit, or has become a server that accepts changes. */
class Unsuitable extends Error {}

/** Whether another server may answer: any error of PostgreSQL or the network, and no error of the work itself. */
const mayPassOn = (error: unknown) => error instanceof Unsuitable || isTemporary(error) || sqlStateOf(error) !== undefined

/**
 * Reads from a standby of the primary server. Before each read the primary server's position in its log is compared with what the replica
 * has replayed. If it has not replayed all, the data are as of the last transaction that it has replayed, by the clock of the primary
 * server. A read that is not possible, or older than the limit, is answered by the primary server.
 */
export function openReplica(
  address: string,
  primary: PostgresPool,
  options: { connections: number; name: string; mostLagMs: number },
): Replica {
  const { connections, name, mostLagMs } = options
  const pool = openPool([address], connections, `${name}-replica`, { isShared: true, connectMs: 2 * SECOND })
  const state: ReplicaState = { isUnavailable: false, lagSeconds: 0, answered: 0, passedOn: 0 }
  const onPrimary = transactOn(primary)
  const askPrimary = queryOn(primary)

  // A connection to a server that hangs would wait for minutes. One late answer can be a busy moment.
  let missed = 0
  const timer = setInterval(async () => {
    missed = (await answers(address)) ? 0 : missed + 1
    state.isUnavailable = missed >= MAX_MISSED
    if (state.isUnavailable) pool.cut()
  }, WATCH_MS)
  timer.unref()

  const onReplica: Reading = async (opening, work, first, onDataAge) => {
    const position = await positionOf(askPrimary)
    let at: Moment | null = null
    // Before the transaction and so before its snapshot, which can only be newer.
    const measure = async (client: PoolClient) => {
      at = await momentOf(client, position)
      state.lagSeconds = at === null ? 0 : Math.max(0, position.now - at) / SECOND
      if (state.lagSeconds * SECOND > mostLagMs) throw new Unsuitable(`the replica is ${state.lagSeconds} s behind`)
    }
    const given = await transactOn(pool, measure)(opening, work, first)
    if (at !== null) onDataAge?.(at)
    return given
  }

  return {
    state: () => ({ ...state }),
    read: async (opening, work, first, onDataAge) => {
      if (!state.isUnavailable) {
        try {
          const given = await onReplica(opening, work, first, onDataAge)
          state.answered++
          return given
        } catch (error) {
          if (!mayPassOn(error)) throw error
        }
      }
      state.passedOn++
      return onPrimary(opening, work, first)
    },
    close: async () => {
      clearInterval(timer)
      await pool.close()
    },
  }
}

/** Two transactions that commit at the same time may be in the log in another order than their times. */
const MARGIN = SECOND

type Position = { lsn: string; now: Moment }

async function positionOf(ask: Query): Promise<Position> {
  const [row] = await ask<{ lsn: string; now: string }>(
    '',
    sql`select pg_current_wal_insert_lsn()::text as lsn, to_json(clock_timestamp()) #>> '{}' as now`,
  )
  if (!row) throw new Error('the primary server gave no position')
  return { lsn: row.lsn, now: fromIso(row.now) }
}

/** The moment of the data of a replica; null if it has everything up to the position. */
async function momentOf(client: PoolClient, { lsn }: Position): Promise<Moment | null> {
  const { rows } = await client.query({
    text: `select pg_is_in_recovery() as is_standby, coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as is_current,
      to_json(pg_last_xact_replay_timestamp()) #>> '{}' as at`,
    values: [lsn],
  })
  const [row] = rows as { is_standby: boolean; is_current: boolean; at: string | null }[]
  if (!row?.is_standby) throw new Unsuitable('the replica is not a standby')
  if (row.is_current) return null
  if (row.at === null) throw new Unsuitable('the replica has replayed no transaction')
  return fromIso(row.at) - MARGIN
}
