import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SECOND } from '#domain/time.ts'
import { startServer } from '../../tests/chaos/server-process.ts'
import { takePort } from '../../tests/support/ports.ts'
import { medians } from '../rounds.ts'
import { ms, type Row, timeAlone, within } from '../table.ts'

const ROUNDS = 3

/** Measures the time from nothing to a responding demo, and its second start, both on the embedded database. */
export async function start(): Promise<Row[]> {
  const kept = await mkdtemp(join(tmpdir(), 'roundsman-start-'))
  try {
    await startIn(kept)
    const taken = await medians({ anew: startAnew, again: () => startIn(kept) }, ROUNDS)
    return [
      within('a new demo of 50 machines, until it answers', taken.anew, 15 * SECOND, ms),
      timeAlone('the same demo started again', taken.again),
    ]
  } finally {
    await rm(kept, { recursive: true, force: true })
  }
}

async function startAnew(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'roundsman-start-'))
  try {
    return await startIn(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function startIn(dataDir: string): Promise<number> {
  const port = await takePort()
  const begun = performance.now()
  const server = startServer({ port, dataDir, machines: 50 })
  await server.ready
  const taken = performance.now() - begun
  await server.stop()
  return taken
}
