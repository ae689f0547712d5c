import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { MINUTE } from '#domain/time.ts'
import { writeDurably } from '../data-folder.ts'
import { isAlive as isProcessAlive, type ProcessIdentity, thisProcess } from '../processes.ts'

const LOCK = 'roundsman.lock'

type Holder = ProcessIdentity & { host: string; id: string }
/** `wrong`: the lock cannot be taken because the folder is not writable. */
type Lock = { release(): void } | { heldBy: Holder } | { wrong: string }

/** Number of attempts to take over a dead lock, two milliseconds apart, while other processes try it too. */
const ATTEMPTS = 500

/**
 * Locks the data directory for this process, because two processes silently corrupt one embedded database. The lock of a dead process is
 * taken over; that of a running one is refused with its holder.
 */
export function lockDataDirectory(folder: string): Lock {
  try {
    return acquire(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const remedy = code === 'ENOSPC' ? 'free disk space' : 'grant this user write access'
    return { wrong: `The data directory ${folder} cannot be written to (${code}); ${remedy}, or set another DATA_DIR.` }
  }
}

function acquire(folder: string): Lock {
  makeFolder(folder)
  const path = join(folder, LOCK)
  const own: Holder = { ...thisProcess(), host: hostname(), id: randomUUID() }
  const draft = `${path}.${own.id}`
  writeDurably(draft, JSON.stringify(own))
  try {
    let seen: Holder = own
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      // Creating a hard link is atomic, and the file already has its content.
      if (link(draft, path)) return hold(folder, path, own)
      const holder = read(path)
      if (holder && isAlive(holder)) return { heldBy: holder }
      const heir = inherit(path, holder, draft)
      if (heir === 'mine') return hold(folder, path, own)
      // A running process is taking the lock over; the result is known shortly.
      if (heir) seen = heir
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
    return { heldBy: seen }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Node's recursive `mkdir` never returns for impossible paths such as below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another start has just created it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Takes over from a dead holder. Each holder, identified by its id, has at most one heir, and so has an heir that died during the takeover;
 * so no process ever removes a lock that another has just taken. Returns the running heir, if any.
 */
function inherit(path: string, holder: Holder | null, draft: string): 'mine' | Holder | null {
  const claims: string[] = []
  for (let last = holder; last === null || !isAlive(last); ) {
    const claim = `${path}.after-${last?.id ?? 'unreadable'}`
    if (claims.includes(claim)) return null
    claims.push(claim)
    if (link(draft, claim)) {
      // A claim is void if another process has taken the lock since it was read.
      const isStanding = existsSync(path) && read(path)?.id === holder?.id
      if (!isStanding) {
        rmSync(claim, { force: true })
        return null
      }
      renameSync(draft, path)
      for (const settled of claims) rmSync(settled, { force: true })
      return 'mine'
    }
    const heir = read(claim)
    if (heir === null || isAlive(heir)) return heir
    last = heir
  }
  return null
}

/** The holder deletes the leftovers of processes that died while locking. */
function hold(folder: string, path: string, holder: Holder): Lock {
  for (const name of readdirSync(folder)) {
    const stray = join(folder, name)
    if (stray.startsWith(`${path}.`) && isStale(stray)) rmSync(stray, { force: true })
  }
  return { release: () => release(path, holder) }
}

/** An unreadable file may be in the process of being written, which is brief. */
function isStale(stray: string): boolean {
  const holder = read(stray)
  if (holder) return !isAlive(holder)
  const { mtimeMs } = statSync(stray, { throwIfNoEntry: false }) ?? {}
  return mtimeMs !== undefined && Date.now() - mtimeMs > MINUTE
}

function release(path: string, holder: Holder) {
  if (read(path)?.id === holder.id) rmSync(path, { force: true })
}

/** False if the name is taken. Other errors are thrown because a retry would not help. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function read(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    return null
  }
}

/** The holder of a lock for an error message. A replaced container has another host name, so its lock is never taken over. */
export const nameOfHolder = (folder: string, { pid, host }: Holder): string =>
  host === hostname()
    ? `process ${pid}`
    : `process ${pid} of the host ${host} (if that host is gone, delete ${join(folder, LOCK)} and start again)`

/** A holder on another host may be running. */
const isAlive = (holder: Holder): boolean => holder.host !== hostname() || isProcessAlive(holder)
