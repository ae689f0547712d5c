import * as v from 'valibot'
import type { Position } from '#domain/machines/distance.ts'
import { fetchFromRouter, inShape, type Router, RouterFailure, type RouterFailureKind } from './router.ts'

const Values = v.array(v.array(v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0)))))
const Table = v.object({ code: v.literal('Ok'), durations: Values, distances: Values })
const Failure = v.object({ code: v.string(), message: v.optional(v.nullable(v.string())) })

const KINDS: Readonly<Record<string, RouterFailureKind>> = { TooBig: 'TOO_LARGE', NoSegment: 'UNROUTABLE', NoTable: 'UNROUTABLE' }

/** The table service of OSRM: https://project-osrm.org/docs/v5.24.0/api/#table-service. By default it allows 100 places in a request. */
export const osrm = (url: string): Router => ({
  maxPlaces: 50,
  ways: async (sources, targets) => {
    const coordinates = [...sources, ...targets].map(coordinatesOf).join(';')
    const [from, to] = [indexes(0, sources.length), indexes(sources.length, targets.length)]
    const query = `sources=${from}&destinations=${to}&annotations=duration,distance&generate_hints=false`
    const { json } = await fetchFromRouter(`${url}/table/v1/driving/${coordinates}?${query}`, { method: 'GET' })
    const table = v.safeParse(Table, json)
    if (!table.success) throw failureIn(json)
    const { durations, distances } = table.output
    const rows = durations.map((row, source) =>
      row.map((seconds, target) => {
        const metres = distances[source]?.[target] ?? null
        return seconds === null || metres === null ? null : { seconds, metres }
      }),
    )
    return inShape(rows, sources, targets)
  },
})

function failureIn(json: unknown): RouterFailure {
  const failure = v.safeParse(Failure, json)
  if (!failure.success || failure.output.code === 'Ok') return new RouterFailure('ANSWER', 'its answer is not one of OSRM')
  const { code } = failure.output
  return new RouterFailure(KINDS[code] ?? 'REFUSED', `it answered ${code.slice(0, 40)}`)
}

const coordinatesOf = ({ lat, lng }: Position) => `${lng.toFixed(5)},${lat.toFixed(5)}`
const indexes = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index).join(';')
