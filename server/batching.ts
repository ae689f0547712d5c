/**
 * What comes while a batch is under way waits for it and goes with the next, so that what each batch costs is shared by the more the
 * more come at once; alone, nobody waits. `serve` takes out of those that wait, at least one, what it serves, and never fails.
 * `alsoNow` says whether another may begin beside those under way.
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

/** Finds many in one question, which is asked after they came: what was changed before they came is in the answer. */
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
