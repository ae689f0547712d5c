import { allGuards } from './guards.ts'
import { openSabotage } from './mutated-server.ts'

/** What a process that judges says of a guard, both by its place among all of them. */
export type Said = { index: number; caught: string | null }

/** Judges one removed guard after the other, as it is told to, until it is told to end. */
const guards = allGuards()
const server = await openSabotage()
process.on('message', async (index: number) => {
  const guard = guards[index]
  if (!guard) throw new Error(`There is no guard ${index}.`)
  const { caught } = await server.judge([guard])
  process.send?.({ index, caught } satisfies Said)
})
process.on('disconnect', async () => {
  await server.close()
  process.exit()
})
process.send?.('ready')
