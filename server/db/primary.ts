import { Client } from 'pg'
import { SECOND } from '#domain/time.ts'

/** A server that does not answer for this long counts as away. */
const ANSWER_MS = 1.5 * SECOND
const WATCH_MS = 1.5 * SECOND

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/

/**
 * The address of each host in a connection string as libpq reads it, such as `postgres://one,two:5433/name?target_session_attrs=read-write`.
 * `wrong`: why it cannot be used.
 */
export function addressesOf(url: string): string[] | { wrong: string } {
  const [, before = '', hosts = '', path = '', query = ''] = ADDRESS.exec(url) ?? []
  if (before === '') return { wrong: 'must begin with postgres:// and have the form postgres://user@host:port/database' }
  const params = new URLSearchParams(query)
  const target = params.get('target_session_attrs') ?? 'read-write'
  if (!['read-write', 'primary'].includes(target)) return { wrong: 'target_session_attrs must be read-write or primary' }
  params.delete('target_session_attrs')
  const rest = params.size > 0 ? `?${params}` : ''
  const addresses = hosts.split(',').map((host) => `${before}${host}${path}${rest}`)
  if (hosts.includes(',') && hosts.split(',').some((host) => host === '')) return { wrong: 'names an empty host' }
  return addresses
}

export type Primary = {
  address(): string
  /** Whether there is only one server, so that none can replace it. */
  isAlone: boolean
  /** Looks for the server that accepts changes. */
  find(): Promise<void>
  /** Calls the listener after another server has taken over. Returns a function that ends this. */
  onChange(listener: (address: string) => void): () => void
  close(): void
}

/**
 * Which of several PostgreSQL servers accepts changes. All are asked every 1.5 seconds; another takes over if it accepts changes
 * and the current one does not, for example because a standby was promoted.
 */
export function createPrimary(addresses: readonly string[]): Primary {
  const listeners = new Set<(address: string) => void>()
  let current = 0
  let search: Promise<void> | null = null
  const isAlone = addresses.length === 1
  const addressAt = (index: number) => addresses[index] ?? ''

  async function checkPrimary(): Promise<void> {
    const answers = addresses.map(acceptsChanges)
    // If two accept changes, the one in use stays.
    if (await answers[current]) return
    const found = (await Promise.all(answers)).indexOf(true)
    if (found === -1 || found === current) return
    current = found
    for (const listener of [...listeners]) listener(addressAt(found))
  }
  const find = () => {
    search ??= checkPrimary().finally(() => {
      search = null
    })
    return search
  }
  const timer = isAlone ? undefined : setInterval(() => void find(), WATCH_MS)
  timer?.unref()
  return {
    address: () => addressAt(current),
    isAlone,
    find: isAlone ? async () => {} : find,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => clearInterval(timer),
  }
}

const acceptsChanges = (address: string) => isTrueAt(address, 'select not pg_is_in_recovery() as yes')

/** Whether a server answers in time. */
export const answers = (address: string) => isTrueAt(address, 'select true as yes')

async function isTrueAt(address: string, question: string): Promise<boolean> {
  const client = new Client({ connectionString: address, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(question)
    return rows[0]?.yes === true
  } catch {
    return false
  } finally {
    void client.end().catch(() => {})
  }
}
