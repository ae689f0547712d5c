import type { MeasureTime } from './fair-queue.ts'

/**
 * Measures for how long a request keeps the event loop busy, during which no other request of the process runs. Requests that run at the
 * same time share the time equally, because their turns are known only by following every promise.
 */
export function createLoopMeter(activeMs = () => performance.eventLoopUtilization().active): MeasureTime {
  const running = new Set<{ ms: number }>()
  let last = activeMs()
  const divide = () => {
    const active = activeMs()
    for (const request of running) request.ms += (active - last) / running.size
    last = active
  }
  return async (work, report) => {
    divide()
    const request = { ms: 0 }
    running.add(request)
    try {
      return await work()
    } finally {
      divide()
      running.delete(request)
      report(request.ms)
    }
  }
}
