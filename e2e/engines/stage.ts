import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import type { PageError } from '../support/page-errors.ts'
import { test as base, expect } from '../support/stage.ts'
import { ENGINES } from './engines.ts'
import type { Hands } from './hands.ts'

export { expect }

/** A new device with the selected engine, behind its own network. */
type Stage = { hands: Hands; network: FaultProxy }

export const test = base.extend<Stage>({
  network: async ({ server }, use) => {
    const network = await startFaultProxy(server.url, { caller: '10.78.0.1' })
    await use(network)
    await network.down()
  },
  hands: async ({ network }, use, { project }) => {
    const engine = ENGINES[project.name]
    if (!engine) throw new Error(`unknown engine: ${project.name}`)
    const folder = await mkdtemp(join(tmpdir(), 'roundsman-device-'))
    const pageErrors: PageError[] = []
    const hands = engine.take({ folder, url: network.url, pageErrors })
    await hands.open()
    await use(hands)
    await hands.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    expect(pageErrors).toEqual([])
  },
})
