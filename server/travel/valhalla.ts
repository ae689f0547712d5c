import * as v from 'valibot'
import type { Position } from '#domain/machines/distance.ts'
import { fetchFromRouter, inShape, type Router, RouterFailure } from './router.ts'

const Value = v.optional(v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0))), null)
const Matrix = v.object({ sources_to_targets: v.array(v.array(v.object({ time: Value, distance: Value }))) })
const Failure = v.object({ error_code: v.number(), error: v.optional(v.string()) })

/** https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/#internal-error-codes-and-conditions */
const UNROUTABLE: ReadonlySet<number> = new Set([170, 171, 441, 442])
const TOO_LARGE: ReadonlySet<number> = new Set([150, 154])

/** The matrix service of Valhalla, whose address ends with `/sources_to_targets`. By default it allows 50 × 50 places in a request. */
export const valhalla = (url: string): Router => ({
  maxPlaces: 50,
  ways: async (sources, targets) => {
    const body = JSON.stringify({ sources: sources.map(placeOf), targets: targets.map(placeOf), costing: 'auto', units: 'kilometers' })
    const { json } = await fetchFromRouter(url, { method: 'POST', body })
    const matrix = v.safeParse(Matrix, json)
    if (!matrix.success) throw failureIn(json)
    const rows = matrix.output.sources_to_targets.map((row) =>
      row.map(({ time, distance }) => (time === null || distance === null ? null : { seconds: time, metres: distance * 1_000 })),
    )
    return inShape(rows, sources, targets)
  },
})

function failureIn(json: unknown): RouterFailure {
  const failure = v.safeParse(Failure, json)
  if (!failure.success) return new RouterFailure('ANSWER', 'its answer is not one of Valhalla')
  const { error_code: code } = failure.output
  const kind = UNROUTABLE.has(code) ? 'UNROUTABLE' : TOO_LARGE.has(code) ? 'TOO_LARGE' : 'REFUSED'
  return new RouterFailure(kind, `it answered with the error ${code}`)
}

const placeOf = ({ lat, lng }: Position) => ({ lat: round(lat), lon: round(lng) })
const round = (degrees: number) => Number(degrees.toFixed(5))
