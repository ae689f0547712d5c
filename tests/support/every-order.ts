/** What happens at once: a transaction, a message, an action of a user. */
export type Step = { name: string; take(): void }

/** Something concurrent whose steps are taken in the order that the test chooses. */
export type World = {
  /** What can happen next; empty at the end. */
  steps(): readonly Step[]
  /** Equal states have equal futures. */
  state(): string
  /** Throws if the end is wrong. */
  check(): void
}

/** Waits until everything that follows from a step has happened, up to the next steps. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Takes the steps of a world in every order and checks each end. States that were reached before are not continued again. Promises cannot be
 * copied, so each order is run from the start.
 */
export async function everyOrder(create: () => World): Promise<{ states: number }> {
  const known = new Set<string>()
  const orders: number[][] = [[]]
  for (let order = orders.pop(); order; order = orders.pop()) {
    const world = create()
    const names: string[] = []
    const take = async (choice: number) => {
      const step = world.steps()[choice]
      if (!step) throw new Error(`not repeatable: ${names.join(', ')}`)
      names.push(step.name)
      step.take()
      await settled()
    }
    for (const choice of order) await take(choice)
    while (!known.has(world.state())) {
      known.add(world.state())
      const { length } = world.steps()
      if (length === 0) checked(world, names)
      for (let other = 1; other < length; other++) orders.push([...order, other])
      if (length > 0) {
        order.push(0)
        await take(0)
      }
    }
  }
  return { states: known.size }
}

function checked(world: World, names: readonly string[]): void {
  try {
    world.check()
  } catch (error) {
    throw new Error(`wrong after this order:\n${names.join('\n')}\n${error instanceof Error ? error.message : error}`, { cause: error })
  }
}
