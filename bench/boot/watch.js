// Runs in every page before its own scripts: records when an element was painted, and the duration of each key press.

window.watchFor = (selector, begun = performance.now()) => {
  delete window.seenAt
  const look = () => {
    if (!document.querySelector(selector)) return requestAnimationFrame(look)
    // The element is found before the frame is painted, and is visible after that frame.
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

// Records the longest time between two frames from now on.
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
