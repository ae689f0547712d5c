import { type Router, RouterFailure, type Way } from './router.ts'
import { type Point, positionOf } from './ways.store.ts'

type Fetching = {
  /** Whether the router may be asked now. */
  mayAsk(): boolean
  succeeded(): void
  failed(): void
  found(from: Point, to: Point, way: Way): void
}

/** The smallest request before a router that allows so little counts as failing. */
const SMALLEST = 2

/**
 * Asks a router for all ways that are lacking, in blocks that fit into a request. Blocks that it considers too large are halved. If a place
 * is on no road, such places are found by halving, and have no ways. Returns why it ended early, or null.
 */
export async function fetchWays(
  router: Router,
  points: readonly Point[],
  lacks: (from: Point, to: Point) => boolean,
  { mayAsk, succeeded, failed, found }: Fetching,
): Promise<string | null> {
  let size = router.maxPlaces
  const unroutable = new Set<Point>()

  /** A failure caused by the request is a success of the service. */
  async function fetchTable(sources: readonly Point[], targets: readonly Point[]): Promise<Way[][]> {
    if (!mayAsk()) throw new RouterFailure('AWAY', 'it failed several times, or took too long')
    try {
      const rows = await router.ways(sources.map(positionOf), targets.map(positionOf))
      succeeded()
      return rows
    } catch (error) {
      if (error instanceof RouterFailure && (error.kind === 'TOO_LARGE' || error.kind === 'UNROUTABLE')) succeeded()
      else failed()
      throw error
    }
  }

  async function findUnroutable(places: readonly Point[]): Promise<void> {
    const [first] = places
    if (!first) return
    try {
      await fetchTable([first], places)
    } catch (error) {
      if (!isOf(error, 'UNROUTABLE')) throw error
      if (places.length === 1) return void unroutable.add(first)
      const middle = Math.ceil(places.length / 2)
      await findUnroutable(places.slice(0, middle))
      await findUnroutable(places.slice(middle))
    }
  }

  async function fetchBlock(sources: readonly Point[], targets: readonly Point[]): Promise<void> {
    const [from, to] = [sources, targets].map((places) => places.filter((place) => !unroutable.has(place))) as [Point[], Point[]]
    for (const source of sources)
      for (const target of targets) if (source !== target && (unroutable.has(source) || unroutable.has(target))) found(source, target, null)
    if (from.length === 0 || to.length === 0) return
    if (Math.max(from.length, to.length) > size) return fetchParts(from, to)
    try {
      const rows = await fetchTable(from, to)
      for (const [row, source] of from.entries())
        for (const [column, target] of to.entries()) if (source !== target) found(source, target, rows[row]?.[column] ?? null)
    } catch (error) {
      if (isOf(error, 'UNROUTABLE')) {
        const before = unroutable.size
        await findUnroutable([...new Set([...from, ...to])])
        // Each place alone is on a road, so that there is no way between them.
        if (unroutable.size === before) {
          for (const source of from) for (const target of to) if (source !== target) found(source, target, null)
          return
        }
        return fetchBlock(from, to)
      }
      if (!isOf(error, 'TOO_LARGE') || size <= SMALLEST) throw error
      size = Math.max(SMALLEST, Math.floor(size / 2))
      return fetchBlock(from, to)
    }
  }

  async function fetchParts(sources: readonly Point[], targets: readonly Point[]): Promise<void> {
    for (const part of inParts(sources, size)) for (const other of inParts(targets, size)) await fetchBlock(part, other)
  }

  try {
    for (const block of inParts(points, size)) {
      for (const other of inParts(points, size)) {
        // A place that is new lacks a whole row; the others lack only its column.
        const isNew = (from: Point) => other.some((to) => from !== to) && other.every((to) => from === to || lacks(from, to))
        const rest = block.filter((from) => !isNew(from))
        await fetchBlock(block.filter(isNew), other)
        await fetchBlock(
          rest.filter((from) => other.some((to) => lacks(from, to))),
          other.filter((to) => rest.some((from) => lacks(from, to))),
        )
      }
    }
    return null
  } catch (error) {
    if (error instanceof RouterFailure) return error.message
    throw error
  }
}

const isOf = (error: unknown, kind: RouterFailure['kind']) => error instanceof RouterFailure && error.kind === kind

const inParts = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
