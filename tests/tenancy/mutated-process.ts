import { allGuards } from './guards.ts'
import { openSabotage } from './mutated-server.ts'

/** The result for a guard, by its index. */
export type Said = { index: number; caught: string | null }

/** Tests one removed guard after the other on request, until it is stopped. */
const guards = allGuards()
const server = await openSabotage()
process.on('message', async (index: number) => {
  const guard = guards[index]
  if (!guard) throw new Error(`there is no guard ${index}`)
  const { caught } = await server.judge([guard])
  process.send?.({ index, caught } satisfies Said)
})
process.on('disconnect', async () => {
  await server.close()
  process.exit()
})
process.send?.('ready')
