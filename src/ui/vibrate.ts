/** A short vibration, if the phone supports it and the user allows motion. */
export function vibrate(ms: number): void {
  if (!('vibrate' in navigator) || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  navigator.vibrate(ms)
}
