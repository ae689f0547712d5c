import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Marks every process of a run, because children inherit the environment. */
export const RUN_ID = 'TEST_RUN_ID'

/** How long processes may take to end after the run, on a busy machine. */
const GRACE_MS = 60_000

/** Kills processes of a run that are still alive after it. Returns each as its process id and command. Works on Linux only. */
export async function endRemainingProcesses(runId: string, graceMs = GRACE_MS): Promise<string[]> {
  const before = Date.now()
  let left = processesOf(runId)
  while (left.length > 0 && Date.now() - before < graceMs) {
    await pause(100)
    left = processesOf(runId)
  }
  for (const { pid } of left) end(pid)
  return left.map(({ pid, command }) => `${pid} ${command}`)
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function processesOf(runId: string): { pid: number; command: string }[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
        if (!environment.includes(`${RUN_ID}=${runId}`)) return []
        return [{ pid, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim().slice(0, 200) }]
      } catch {
        // It has ended, or belongs to another user.
        return []
      }
    })
}
