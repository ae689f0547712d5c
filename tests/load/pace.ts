import { quantile } from '../../bench/rounds.ts'

/** The result of one request: its status, 0 without a response, and its duration. */
export type Sample = { status: number; ms: number; retryAfterSeconds: number | null }
type Work = () => Promise<Sample>

/** A stall of the whole machine counts as this much at most, so that an interrupted part of a test still gets its time. */
const MAX_STALL_MS = 500
const TICK_MS = 5

/** Measures the time during which this process was able to run. */
function startPassing() {
  let [passed, last] = [0, performance.now()]
  const timer = setInterval(() => {
    const now = performance.now()
    passed += Math.min(now - last, MAX_STALL_MS)
    last = now
  }, TICK_MS)
  return { passed: () => passed, end: () => clearInterval(timer) }
}

/**
 * This many users, each of whom sends the next request after the response, or after a random pause if one is given, so that they do not
 * run in step.
 */
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

/** This many requests per second, whether the earlier ones have been answered or not. */
export async function openLoop(work: Work, perSecond: number, forMs: number): Promise<Sample[]> {
  const time = startPassing()
  const requests: Promise<Sample>[] = []
  for (let passed = 0; passed < forMs; passed = time.passed()) {
    const due = Math.floor((passed * perSecond) / 1000)
    while (requests.length < due) requests.push(work())
    await pause(TICK_MS)
  }
  time.end()
  return Promise.all(requests)
}

export type Summary = { perSecond: number; p50: number; p95: number; p99: number; refused: number; refusedP99: number; errors: number }

/** Served requests with their durations; rejected ones (503 with Retry-After) separately; all others are errors. */
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
