import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Neighbourhood } from './neighbourhood.ts'

/** Counts since the last change of rate, except the first, the third and the last, which are totals. */
export type NeighbourResult = {
  sales: number
  sent: number
  errors: string[]
  /** Responses with status 503. Their events are sent again with the next ones. */
  refused: number
  /** Events received on all streams together. */
  received: number
  /** Streams that were rejected, or closed by the server. */
  streamsLost: number
}

export type Order = { port: number; neighbourhood: Neighbourhood } | { perSecond: number } | { end: true }

export type Neighbours = {
  /** Sets the number of device messages per second, each with a sale; returns the counts until then. */
  pace(perSecond: number): Promise<NeighbourResult>
  /** Sends all pending events and closes the streams. */
  end(): Promise<NeighbourResult>
  kill(): void
}

export function openNeighbours(port: number, neighbourhood: Neighbourhood): Neighbours {
  const child = fork('tests/load/neighbours-process.ts', { execArgv: ['--import', 'tsx'] })
  const order = (what: Order) => child.send(what)
  const answerTo = async (what: Order): Promise<NeighbourResult> => {
    order(what)
    const gone = once(child, 'exit').then(() => Promise.reject(new Error('the background load process has ended')))
    const [result] = await Promise.race([once(child, 'message'), gone])
    return result as NeighbourResult
  }
  order({ port, neighbourhood })
  return {
    pace: (perSecond) => answerTo({ perSecond }),
    end: () => answerTo({ end: true }),
    kill: () => void child.kill('SIGKILL'),
  }
}
