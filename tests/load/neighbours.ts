import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Neighbourhood } from './neighbourhood.ts'

/** Since the last change of pace, but for the first, the third and the last: those count from the beginning. */
export type Told = {
  sales: number
  sent: number
  errors: string[]
  /** Answered 503. What was not heard is sent again with the next. */
  refused: number
  /** Events that came on all streams together. */
  heard: number
  /** Streams that were not let in, or ended before we did. */
  streamsLost: number
}

export type Order = { port: number; neighbourhood: Neighbourhood } | { perSecond: number } | { end: true }

export type Neighbours = {
  /** So many messages of devices a second from now on, each with a sale; what was until then. */
  pace(perSecond: number): Promise<Told>
  /** Sends all that waits, and closes the screens. */
  end(): Promise<Told>
  kill(): void
}

export function openNeighbours(port: number, neighbourhood: Neighbourhood): Neighbours {
  const child = fork('tests/load/neighbours-process.ts', { execArgv: ['--import', 'tsx'] })
  const order = (what: Order) => child.send(what)
  const answerTo = async (what: Order): Promise<Told> => {
    order(what)
    const gone = once(child, 'exit').then(() => Promise.reject(new Error('the neighbours are gone')))
    const [told] = await Promise.race([once(child, 'message'), gone])
    return told as Told
  }
  order({ port, neighbourhood })
  return {
    pace: (perSecond) => answerTo({ perSecond }),
    end: () => answerTo({ end: true }),
    kill: () => void child.kill('SIGKILL'),
  }
}
