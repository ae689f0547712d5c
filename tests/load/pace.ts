import { quantile } from '../../bench/rounds.ts'

/** What became of one request: its status, 0 where nothing was heard, and how long that took. */
export type Sample = { status: number; ms: number; retryAfterSeconds: number | null }
type Work = () => Promise<Sample>

/** A stall of the whole machine counts as so long: a part of a test that was stopped in its middle has its time all the same. */
const MAX_STALL_MS = 500
const TICK_MS = 5

/** How much time has passed for this process, so long as it was able to use it. */
function startPassing() {
  let [passed, last] = [0, performance.now()]
  const timer = setInterval(() => {
    const now = performance.now()
    passed += Math.min(now - last, MAX_STALL_MS)
    last = now
  }, TICK_MS)
  return { passed: () => passed, end: () => clearInterval(timer) }
}

/** So many people who each ask again as soon as they have their answer, after a pause where one is given: nobody keeps step with the others. */
export async function closedLoop(work: Work, people: number, forMs: number, pauseMs = 0): Promise<Sample[]> {
  const time = startPassing()
  const each = async (_: unknown, index: number): Promise<Sample[]> => {
    const samples: Sample[] = []
    await pause((pauseMs * index) / people)
    while (time.passed() < forMs) {
      samples.push(await work())
      if (pauseMs > 0) await pause(pauseMs)
    }
    return samples
  }
  try {
    return (await Promise.all(Array.from({ length: people }, each))).flat()
  } finally {
    time.end()
  }
}

/** So many requests a second, whether the earlier ones have been answered or not. */
export async function openLoop(work: Work, perSecond: number, forMs: number): Promise<Sample[]> {
  const time = startPassing()
  const asked: Promise<Sample>[] = []
  for (let passed = 0; passed < forMs; passed = time.passed()) {
    const due = Math.floor((passed * perSecond) / 1000)
    while (asked.length < due) asked.push(work())
    await pause(TICK_MS)
  }
  time.end()
  return Promise.all(asked)
}

export type Summary = { perSecond: number; p50: number; p95: number; p99: number; refused: number; refusedP99: number; errors: number }

/** Served requests with their times; those sent away (503 with Retry-After) beside them; all else is an error. */
export function summaryOf(samples: readonly Sample[], forMs: number): Summary {
  const served = samples.filter(({ status }) => status === 200).map(({ ms }) => ms)
  const refused = samples.filter(({ status, retryAfterSeconds }) => status === 503 && (retryAfterSeconds ?? 0) >= 1).map(({ ms }) => ms)
  return {
    perSecond: (served.length * 1000) / forMs,
    p50: quantile(served, 0.5),
    p95: quantile(served, 0.95),
    p99: quantile(served, 0.99),
    refused: refused.length,
    refusedP99: quantile(refused, 0.99),
    errors: samples.length - served.length - refused.length,
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
