import { allGuards } from './guards.ts'
import { openMutatedServer } from './mutated-server.ts'

/** The result for a guard, by its index. */
export type Verdict = { index: number; detected: string | null }

/** Tests one removed guard after the other on request, until it is stopped. */
const guards = allGuards()
const server = await openMutatedServer()
process.on('message', async (index: number) => {
  const guard = guards[index]
  if (!guard) throw new Error(`there is no guard ${index}`)
  const { detected } = await server.runTests([guard])
  process.send?.({ index, detected } satisfies Verdict)
})
process.on('disconnect', async () => {
  await server.close()
  process.exit()
})
process.send?.('ready')
