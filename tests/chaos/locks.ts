import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTaker, type Taker } from './lock-takers.ts'

type LocksReport = {
  /** How often a second process was refused with the name of the holder. */
  refused: number
  /** How often the next process got the lock of a killed one. */
  takenOver: number
  seconds: number
}

/** Takes the lock of a data directory, has a second process try, kills the first and has the second retry; many times. */
export async function tryLocks(times: number): Promise<LocksReport> {
  const begun = performance.now()
  const report = { refused: 0, takenOver: 0 }
  let next = await startTaker()
  for (let round = 0; round < times; round++) {
    const holder = next
    next = await startTaker()
    const { refused, takenOver } = await tryOnce(holder, next)
    if (refused) report.refused++
    if (takenOver) report.takenOver++
  }
  await next.kill()
  return { ...report, seconds: (performance.now() - begun) / 1000 }
}

async function tryOnce(holder: Taker, next: Taker): Promise<{ refused: boolean; takenOver: boolean }> {
  const folder = await mkdtemp(join(tmpdir(), 'roundsman-lock-'))
  const held = await holder.take(folder)
  const taken = await next.take(folder)
  await holder.kill()
  const then = await next.take(folder)
  await rm(folder, { recursive: true, force: true })
  return { refused: held === 'held' && taken === `refused ${holder.pid}`, takenOver: then === 'held' }
}
