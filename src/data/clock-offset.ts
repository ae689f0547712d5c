import { offsetOf } from '#offline/clock.ts'
import { getSession } from './device.ts'

/** Milliseconds to add to this device's clock for the server's time; 0 before the first contact with the server. */
export async function clockOffset(): Promise<number> {
  const clock = await getSession().db.meta.get('clock')
  return clock?.key === 'clock' ? (offsetOf(clock.value) ?? 0) : 0
}
