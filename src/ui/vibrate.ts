/** A short vibration, where the phone can and the user wants motion. */
export function vibrate(ms: number): void {
  if (!('vibrate' in navigator) || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  navigator.vibrate(ms)
}
