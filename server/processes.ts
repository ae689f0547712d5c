import { existsSync, readFileSync } from 'node:fs'

/** A process of this machine. Its start time distinguishes it from a later one with the same id; empty if the system does not report it. */
export type ProcessIdentity = { pid: number; startedAt: string }

export const thisProcess = (): ProcessIdentity => ({ pid: process.pid, startedAt: startOf(process.pid) ?? '' })

/** A process id may have been reused, so the start times must be equal where the system reports them. */
export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const start = startOf(pid)
  return start === null || startedAt === '' || start === startedAt
}

/** The start time of a process in kernel ticks; null if the system does not report it. */
function startOf(pid: number): string | null {
  const stat = `/proc/${pid}/stat`
  if (!existsSync(stat)) return null
  try {
    return readFileSync(stat, 'utf8').split(') ')[1]?.split(' ')[19] ?? null
  } catch {
    return null
  }
}
