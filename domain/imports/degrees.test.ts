import { expect, test } from 'vitest'
import { degreesIn } from './degrees.ts'

test.each([
  [52.123, 52.123],
  ['52,123', 52.123],
  ['52.2297', 52.2297],
  ['-0,123', -0.123],
  ['2.24 W', -2.24],
  ['S 33,865°', -33.865],
  ['53.48° N', 53.48],
  [`52°30'36"N`, 52.51],
  ['52° 30,6′', 52.51],
  [`-2° 14' 24"`, -2.24],
])('findings 21: reads %s as %d degrees', (text, degrees) => {
  expect(degreesIn(text)).toBeCloseTo(degrees, 9)
})

test.each(['52.2297, 21.0122', '-2.24 W', 'N 52 S', `52°61'`, '52°13 O', 'near the lake', ''])('findings 21: refuses %s', (text) => {
  expect(degreesIn(text)).toBeNull()
})
