import { TooBusy } from '../../http/load-shedding.ts'

/** Imports have their own concurrency limit, so that other requests never wait for them: two at once, one per company. */
const AT_ONCE = 2
const MAX_WAITING = 4
const waiting = new Map<number, Promise<unknown>>()
const queued = new Map<number, number>()
const seekers: (() => void)[] = []
let working = 0

export async function oneAtATime<T>(company: number, work: () => Promise<T>): Promise<T> {
  const before = queued.get(company) ?? 0
  if (before >= MAX_WAITING) throw new TooBusy()
  queued.set(company, before + 1)
  const turn = (waiting.get(company) ?? Promise.resolve())
    .catch(() => {})
    .then(async () => {
      if (working >= AT_ONCE) await new Promise<void>((go) => seekers.push(go))
      else working++
      try {
        return await work()
      } finally {
        const next = seekers.shift()
        if (next) next()
        else working--
      }
    })
  waiting.set(company, turn)
  try {
    return await turn
  } finally {
    const left = (queued.get(company) ?? 1) - 1
    if (left > 0) queued.set(company, left)
    else {
      queued.delete(company)
      waiting.delete(company)
    }
  }
}
