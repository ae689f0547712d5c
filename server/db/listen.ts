import { AsyncResource } from 'node:async_hooks'
import { randomInt } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { SECOND } from '#domain/time.ts'
import type { Primary } from './primary.ts'

/** Receives each notification of a channel; null after a lost connection, when notifications may have been missed. */
type NotifyListener = (word: string | null) => void

/** Listens to `pg_notify` of transactions in any process. Resolves to a function that stops it. */
export type Listen = (channel: string, onNotify: NotifyListener) => Promise<() => Promise<void>>

export const listenIn =
  (engine: Pick<PGlite, 'listen'>): Listen =>
  async (channel, onNotify) => {
    // Notifications arrive while another transaction ends. The handler must not inherit its async context.
    const end = await engine.listen(channel, AsyncResource.bind(onNotify))
    return () => end()
  }

const RETRY_DELAY = SECOND

/** The number of this process among those on one PostgreSQL. Each holds an advisory lock with its number while it listens. */
export const PROCESS = randomInt(1, 2 ** 31 - 1)
export const PROCESS_LOCKS = 5_417

/** Uses a dedicated connection and reconnects while there is a listener. */
export const listenAt =
  (primary: Pick<Primary, 'address' | 'onChange'>, name: string): Listen =>
  async (channel, onNotify) => {
    let client: Client | null = null
    let timer: NodeJS.Timeout | undefined
    let isOver = false
    let lose = () => {}

    const connect = async () => {
      const own = new Client({
        connectionString: primary.address(),
        application_name: name,
        keepAlive: true,
        connectionTimeoutMillis: 10_000,
      })
      let isLost = false
      lose = () => {
        if (isLost) return
        isLost = true
        void own.end().catch(() => {})
        if (!isOver) timer = setTimeout(connect, RETRY_DELAY)
      }
      own.on('error', lose)
      own.on('end', lose)
      own.on('notification', ({ payload }) => onNotify(payload ?? ''))
      client = own
      try {
        await own.connect()
        await own.query(`listen ${own.escapeIdentifier(channel)}`)
        await own.query('select pg_try_advisory_lock_shared($1, $2)', [PROCESS_LOCKS, PROCESS])
        if (!isOver) onNotify(null)
      } catch {
        lose()
      }
    }
    await connect()
    const stop = primary.onChange(() => lose())
    return async () => {
      isOver = true
      stop()
      clearTimeout(timer)
      await client?.end().catch(() => {})
    }
  }
