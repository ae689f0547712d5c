// Runs in every page before anything of its own: says when something was on the screen, and what each key press took.

window.watchFor = (selector, begun = performance.now()) => {
  delete window.seenAt
  const look = () => {
    if (!document.querySelector(selector)) return requestAnimationFrame(look)
    // Found before a frame is painted: it is on the screen once that frame is done.
    return requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        window.seenAt = performance.now() - begun
      }
      port2.postMessage(null)
    })
  }
  look()
}

window.keyPresses = []
new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries()) if (/^(key|input|beforeinput)/.test(name)) window.keyPresses.push(duration)
}).observe({ type: 'event', durationThreshold: 16 })

// The longest time between two frames from now on.
window.watchFrames = () => {
  let last = performance.now()
  window.longestFrame = 0
  const look = (at) => {
    window.longestFrame = Math.max(window.longestFrame, at - last)
    last = at
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
