import { HOURS_A_WEEK, type Rhythm } from './rhythm.ts'

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const LEAST = 0.01
/** Ratio between consecutive characters: the last one is 22 times the average hour, and the error is at most 7 %. */
const STEP = 1.13

/** A rhythm as text with one character per hour: it is sent with every machine, and a list of numbers is five times as long. */
export const writeRhythm = (rhythm: Rhythm): string =>
  rhythm.map((weight) => SIGNS[Math.min(Math.max(Math.round(Math.log(weight / LEAST) / Math.log(STEP)), 0), SIGNS.length - 1)]).join('')

/** Null if the text is not a rhythm. */
export function readRhythm(text: string): Rhythm | null {
  const places = Array.from(text, (sign) => SIGNS.indexOf(sign))
  if (places.length !== HOURS_A_WEEK || places.includes(-1)) return null
  const weights = places.map((place) => LEAST * STEP ** place)
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / HOURS_A_WEEK
  return weights.map((weight) => weight / mean)
}
