import { expect, test } from 'vitest'
import { barsOf } from '../../../tests/support/bar-code.ts'
import { barCodeReader } from './bar-code-reader.ts'

/** Bars on white, tilted by a few rows from left to right, with a light that falls off to the right. */
function pictureOf(bars: string, { module, tilt = 0, shade = 0 }: { module: number; tilt?: number; shade?: number }) {
  const [width, height] = [640, 240]
  const data = new Uint8ClampedArray(width * height * 4)
  const left = Math.floor((width - bars.length * module) / 2)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const light = bars[Math.floor((x - left) / module)] === '1' && y > 20 + (tilt * x) / width && y < 220 ? 30 : 235
      data.fill(light - (shade * x) / width, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  return { data, width, height }
}

const read = barCodeReader(['ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf'])

test.each(['4006381333931', '5901234123457', '0036000291452', '9780306406157'])('the code %s is read', (code) => {
  expect(read(pictureOf(barsOf(code), { module: 5 }))?.padStart(13, '0')).toBe(code)
})

test('a small code in uneven light is read', () => {
  expect(read(pictureOf(barsOf('5901234123457'), { module: 2, tilt: 30, shade: 90 }))).toBe('5901234123457')
})

test('a picture without a code has none', () => {
  expect(read(pictureOf('', { module: 5 }))).toBeNull()
})
