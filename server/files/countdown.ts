/** Calls `late` after this long, not counting the time between `stop` and the next `start`. */
export function countdown(ms: number, late: () => void) {
  let [left, since] = [ms, 0]
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    start() {
      since = performance.now()
      timer = setTimeout(late, left)
    },
    stop() {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      left -= performance.now() - since
    },
  }
}
