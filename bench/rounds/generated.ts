import { createRandom } from '#domain/rounds/random.ts'
import { search } from '#domain/rounds/search.ts'
import { type Instance, problemOf } from './instances.ts'

/**
 * Instances of sizes that no published set has, by the rules of published generators: points as in Uchoa's set X (uniform, in clusters whose density
 * falls with distance, or half of each; start in the middle, in a corner or anywhere), scores uniform from 1 to 100, windows of a share of the
 * day around a reachable moment as in Solomon's sets.
 *
 * Prints the gap of a short search to the best of a short one and long ones with other seeds, in seconds of processor time:
 * `npx tsx bench/rounds/generated.ts 2 30 50,200,500`.
 */
const [SHORT, LONG] = process.argv.slice(2, 4).map(Number)
const SIZES = process.argv[4]?.split(',').map(Number) ?? [50, 100, 200, 350, 500]
const KINDS = ['uniform', 'clustered', 'mixed'] as const
const SIDE = 1_000
const DENSITY = 40

type Draw = ReturnType<typeof createRandom>

function pointsOf(kind: (typeof KINDS)[number], count: number, draw: Draw): [number, number][] {
  const anywhere = (): [number, number] => [Math.floor(draw() * (SIDE + 1)), Math.floor(draw() * (SIDE + 1))]
  const seeds = Array.from({ length: 3 + Math.floor(draw() * 6) }, anywhere)
  const attraction = ([x, y]: [number, number]) => seeds.reduce((sum, [u, v]) => sum + Math.exp(-Math.hypot(x - u, y - v) / DENSITY), 0)
  const inCluster = (): [number, number] => {
    for (;;) {
      const point = anywhere()
      if (draw() < attraction(point)) return point
    }
  }
  return Array.from({ length: count }, (_, index) =>
    kind === 'uniform' || (kind === 'mixed' && index % 2 === 0) ? anywhere() : inCluster(),
  )
}

function generated(kind: (typeof KINDS)[number], count: number, hasHours: boolean): Instance {
  const draw = createRandom(count * 10 + KINDS.indexOf(kind) * 2 + Number(hasHours))
  const starts = [[SIDE / 2, SIDE / 2] as const, [0, 0] as const, [draw() * SIDE, draw() * SIDE] as const]
  const [x, y] = starts[Math.floor(draw() * 3)] ?? [0, 0]
  const vehicles = 1 + Math.floor(draw() * Math.min(4, count / 50))
  // A day of about two to three sides of the square, so that a part of the points can be visited.
  const limit = Math.round(SIDE * (2 + draw()))
  const stops = pointsOf(kind, count, draw).map(([u, v]) => {
    const score = 1 + Math.floor(draw() * 100)
    const way = Math.hypot(u - x, v - y)
    const middle = way + draw() * Math.max(0, limit - 2 * way)
    const half = (limit * (0.05 + 0.25 * draw())) / 2
    return [u, v, score, hasHours ? 10 : 0, Math.max(0, middle - half), middle + half]
  })
  const name = `${kind} ${count}`
  if (hasHours) return { name, problem: 'TOPTW', vehicles, limit, bestKnown: 0, points: [[x, y, 0, 0, 0, limit], ...stops] }
  return { name, problem: 'TOP', vehicles, limit, bestKnown: 0, points: [[x, y, 0], ...stops.map((stop) => stop.slice(0, 3)), [x, y, 0]] }
}

function scoreOf(instance: Instance, seconds: number, seed: number): { score: number; took: number; visited: number } {
  const problem = problemOf(instance)
  const begun = process.cpuUsage().user
  const taken = () => (process.cpuUsage().user - begun) / 1e6
  const { routes } = search(problem, { seed, isOver: () => taken() > seconds })
  const stops = routes.flat()
  return { score: stops.reduce((sum, stop) => sum + (problem.stops[stop]?.value ?? 0), 0), took: taken(), visited: stops.length }
}

const gaps = new Map<string, number[]>()
for (const hasHours of [false, true])
  for (const kind of KINDS)
    for (const size of SIZES) {
      const instance = generated(kind, size, hasHours)
      const short = scoreOf(instance, SHORT ?? 2, 1)
      const best = Math.max(short.score, ...[2, 3].map((seed) => scoreOf(instance, LONG ?? 30, seed).score))
      const gap = 100 * (1 - short.score / best)
      const { problem, name, vehicles } = instance
      for (const group of [problem, `${problem} ${kind}`, `${problem} ${size}`]) gaps.set(group, [...(gaps.get(group) ?? []), gap])
      console.log(
        [problem, name, vehicles, short.visited, short.score, best, `${gap.toFixed(2)} %`, `${short.took.toFixed(2)} s`].join('\t'),
      )
    }
for (const [group, its] of gaps)
  console.log(
    `${group}: mean ${(its.reduce((sum, gap) => sum + gap, 0) / its.length).toFixed(2)} %, worst ${Math.max(...its).toFixed(2)} %`,
  )
