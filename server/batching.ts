/**
 * Items that arrive during a batch wait and share the next one, so that the cost per item falls with the load; a single item does not wait.
 * `serve` removes at least one item from the queue, processes it and never rejects. `alsoNow` decides whether another batch may start in
 * parallel.
 */
export function createBatcher<T>(
  serve: (waiting: T[]) => Promise<void>,
  alsoNow: (waiting: readonly T[], underWay: number) => boolean = () => false,
): (item: T) => void {
  const waiting: T[] = []
  let underWay = 0
  const work = async () => {
    underWay++
    while (waiting.length > 0) await serve(waiting)
    underWay--
  }
  return (item) => {
    waiting.push(item)
    if (underWay === 0 || alsoNow(waiting, underWay)) void work()
  }
}

/** Resolves once this many items are waiting, or at `deadline` by `performance.now()`. Does not wait if it has passed. */
export async function awaitItems(waiting: readonly unknown[], count: number, deadline: number): Promise<void> {
  while (waiting.length < count && performance.now() < deadline) await nextIteration()
}

/** The next iteration of the event loop, in which requests have been received. A timer would wait for at least a millisecond. */
const nextIteration = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Loads many keys in one query, which starts after the requests, so that the result contains all changes made before them. */
export function createLoader<Key, Found>(
  find: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  const join = createBatcher<{ key: Key; found(what: Found | undefined): void; failed(error: unknown): void }>(async (waiting) => {
    const all = waiting.splice(0)
    try {
      const known = await find([...new Set(all.map(({ key }) => key))])
      for (const { key, found } of all) found(known.get(key))
    } catch (error) {
      for (const { failed } of all) failed(error)
    }
  })
  return (key) => new Promise((found, failed) => join({ key, found, failed }))
}
