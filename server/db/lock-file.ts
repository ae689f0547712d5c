import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { MINUTE } from '#domain/time.ts'
import { writeDurably } from '../write-durably.ts'

type Holder = { pid: number; startedAt: string; host: string; id: string }
/** `wrong`: nobody can take it, since nothing can be written there. */
export type Lock = { release(): void } | { heldBy: Holder } | { wrong: string }

/** How often the way to a dead lock is tried, two milliseconds apart, while others are on it too. */
const ATTEMPTS = 500

/**
 * Takes the data directory for this process alone: two processes on one embedded database destroy it silently.
 * The lock of a process that is dead is taken over; that of a living one is refused, and the other is named.
 */
export function lockDataDirectory(folder: string): Lock {
  try {
    return take(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return { wrong: `The data directory ${folder} cannot be written to (${code}); let this user write there, or set DATA_DIR to another.` }
  }
}

function take(folder: string): Lock {
  makeFolder(folder)
  const path = join(folder, 'roundsman.lock')
  const mine: Holder = { pid: process.pid, startedAt: startOf(process.pid) ?? '', host: hostname(), id: randomUUID() }
  const draft = `${path}.${mine.id}`
  writeDurably(draft, JSON.stringify(mine))
  try {
    let seen: Holder = mine
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      // A hard link is made or refused in one step, with the content already in it.
      if (link(draft, path)) return hold(folder, path, mine)
      const holder = read(path)
      if (holder && isAlive(holder)) return { heldBy: holder }
      const heir = inherit(path, holder, draft)
      if (heir === 'mine') return hold(folder, path, mine)
      // Somebody alive is on the way to the lock: who of us has it is known in a moment.
      if (heir) seen = heir
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
    return { heldBy: seen }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Node's own way to make the folders above as well never ends where there can be none, as below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another start has made it in this moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Takes over from a dead holder. Each holder, by its id, has at most one heir, and an heir that died before it was done has one
 * too; so nobody ever moves a lock away that somebody else has just taken. Gives the living heir where there is one.
 */
function inherit(path: string, holder: Holder | null, draft: string): 'mine' | Holder | null {
  const claims: string[] = []
  for (let last = holder; last === null || !isAlive(last); ) {
    const claim = `${path}.after-${last?.id ?? 'unreadable'}`
    if (claims.includes(claim)) return null
    claims.push(claim)
    if (link(draft, claim)) {
      // A claim on a lock that has gone to another since it was read is worth nothing.
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

/** Whoever has the lock clears away what others left who died while they took it. */
function hold(folder: string, path: string, mine: Holder): Lock {
  for (const name of readdirSync(folder)) {
    const stray = join(folder, name)
    if (stray.startsWith(`${path}.`) && isLeftBehind(stray)) rmSync(stray, { force: true })
  }
  return { release: () => release(path, mine) }
}

/** One that cannot be read may be in the writing, which takes no time. */
function isLeftBehind(stray: string): boolean {
  const holder = read(stray)
  if (holder) return !isAlive(holder)
  const { mtimeMs } = statSync(stray, { throwIfNoEntry: false }) ?? {}
  return mtimeMs !== undefined && Date.now() - mtimeMs > MINUTE
}

function release(path: string, mine: Holder) {
  if (read(path)?.id === mine.id) rmSync(path, { force: true })
}

/** False where the name is taken; any other reason is nothing that trying again would help. */
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

/** A process id may have been given to another program since: where the system tells, the start must be the same. */
function isAlive({ pid, startedAt, host }: Holder): boolean {
  if (host !== hostname()) return true
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const start = startOf(pid)
  return start === null || startedAt === '' || start === startedAt
}

/** When a process began, in the kernel's own ticks; null where the system does not say. */
function startOf(pid: number): string | null {
  const stat = `/proc/${pid}/stat`
  if (!existsSync(stat)) return null
  try {
    return readFileSync(stat, 'utf8').split(') ')[1]?.split(' ')[19] ?? null
  } catch {
    return null
  }
}
