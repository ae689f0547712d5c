import type { Position } from '#domain/machines/distance.ts'
import { SECOND } from '#domain/time.ts'
import { isTimeout, ResponseTooLarge, readLimited, reasonOfFetch } from '../http/read-limited.ts'

/** The way from one place to another; null if there is none. */
export type Way = { seconds: number; metres: number } | null

/** A row for each place that ways begin at, with the way to each target. */
export type Router = {
  /** How many places a request may have, as sources or as targets. */
  maxPlaces: number
  ways(sources: readonly Position[], targets: readonly Position[]): Promise<Way[][]>
}

/**
 * AWAY: no answer in time, or an error of the service. TOO_LARGE: more places than the service allows. UNROUTABLE: a place is on no road.
 * REFUSED: the service does not accept such requests. ANSWER: the answer cannot be read.
 */
export type RouterFailureKind = 'AWAY' | 'TOO_LARGE' | 'UNROUTABLE' | 'REFUSED' | 'ANSWER'

export class RouterFailure extends Error {
  readonly kind: RouterFailureKind
  constructor(kind: RouterFailureKind, reason: string) {
    super(reason)
    this.kind = kind
  }
}

const TIMEOUT_MS = 5 * SECOND
/** A table of 50 × 50 ways has about 50 kB. */
const MAX_BYTES = 2 * 1024 * 1024
const MAX_ATTEMPTS = 2

/**
 * Sends a request to the router from the settings, and a second time after a passing failure; a slow router is not asked twice. Redirects
 * are not followed. Returns the status and the JSON of the answer.
 */
export async function fetchFromRouter(url: string, init: { method: string; body?: string }): Promise<{ status: number; json: unknown }> {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(url, {
        ...init,
        headers: { accept: 'application/json', ...(init.body ? { 'content-type': 'application/json' } : {}) },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = String(await readLimited(response, MAX_BYTES))
      const { status } = response
      if (status < 500 && status !== 429) return { status, json: jsonIn(text) }
      if (attempt === MAX_ATTEMPTS) throw new RouterFailure('AWAY', `it answered ${status}`)
    } catch (error) {
      if (error instanceof RouterFailure) throw error
      if (error instanceof ResponseTooLarge) throw new RouterFailure('ANSWER', error.message)
      if (isTimeout(error)) throw new RouterFailure('AWAY', `no answer within ${TIMEOUT_MS / SECOND} s`)
      if (attempt === MAX_ATTEMPTS) throw new RouterFailure('AWAY', reasonOfFetch(error))
    }
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RouterFailure('ANSWER', 'its answer is not JSON')
  }
}

/** Throws unless there is a row for each source, with a way to each target. */
export function inShape(rows: Way[][], sources: readonly Position[], targets: readonly Position[]): Way[][] {
  if (rows.length !== sources.length || rows.some((row) => row.length !== targets.length))
    throw new RouterFailure('ANSWER', 'its table has another size than requested')
  return rows
}
