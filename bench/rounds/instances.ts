import { readFileSync } from 'node:fs'
import type { Orienteering } from '#domain/rounds/orienteering.ts'

/** A published instance with its best known value. Sources: bench/rounds/SOURCES.md. */
export type Instance = {
  name: string
  /** Orienteering (OP), of a team (TOP), with time windows (OPTW, TOPTW). */
  problem: 'OP' | 'TOP' | 'OPTW' | 'TOPTW'
  vehicles: number
  limit: number
  bestKnown: number
  points: readonly (readonly number[])[]
}

const text = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const points = (): Record<string, number[][]> => JSON.parse(text('points.json'))

export function readInstances(): Instance[] {
  const all = points()
  const [, ...lines] = text('instances.tsv').trim().split('\n')
  return lines.map((line) => {
    const [name = '', set = '', problem = '', vehicles, limit, bestKnown] = line.split('\t')
    return {
      name,
      problem: problem as Instance['problem'],
      vehicles: Number(vehicles),
      limit: Number(limit),
      bestKnown: Number(bestKnown),
      points: all[set] ?? [],
    }
  })
}

export function readInstance(name: string, vehicles: number): Instance {
  const found = readInstances().find((instance) => instance.name === name && instance.vehicles === vehicles)
  if (!found) throw new Error(`no instance ${name} with ${vehicles} vehicles`)
  return found
}

/** The way has this cost, so that of two plans with the same score the shorter one is better. */
const COST_OF_WAY = 1e-4

/**
 * Points of OP and TOP are x, y, score; the first is the start and the last the end of each route. Points with time windows are x, y, score,
 * duration, opening and closing; the first is start and end. Distances with time windows are rounded down to one decimal for Solomon's points
 * and to two for Cordeau's, because the published values assume it.
 */
export function problemOf({ name, problem, vehicles, limit, points: all }: Instance): Orienteering {
  const hasHours = problem.endsWith('TW')
  const [start = [], ...others] = all
  const end = hasHours ? start : (others.at(-1) ?? [])
  const stops = hasHours ? others : others.slice(0, -1)
  const scale = hasHours ? (name.startsWith('pr') ? 100 : 10) : null
  const pointOf = (place: number) => stops[place] ?? ((place - stops.length) % 2 === 0 ? start : end)
  const travel = (from: number, to: number) => {
    const [[x = 0, y = 0], [u = 0, v = 0]] = [pointOf(from), pointOf(to)]
    const distance = Math.hypot(x - u, y - v)
    return scale === null ? distance : Math.floor(distance * scale + 1e-9) / scale
  }
  return {
    stops: stops.map(([, , value = 0, duration = 0, opens = 0, closes = Number.POSITIVE_INFINITY]) => ({ value, duration, opens, closes })),
    vehicles: Array.from({ length: vehicles }, () => ({ leaves: 0, returns: limit })),
    travel,
    cost: (from, to) => COST_OF_WAY * travel(from, to),
  }
}
