import { expect, test } from 'vitest'
import { degreesIn, positionIn } from './degrees.ts'

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
])('reads %s as %d degrees', (text, degrees) => {
  expect(degreesIn(text)).toBeCloseTo(degrees, 9)
})

test.each(['52.2297, 21.0122', '-2.24 W', 'N 52 S', `52°61'`, '52°13 O', 'near the lake', ''])('refuses %s', (text) => {
  expect(degreesIn(text)).toBeNull()
})

test.each([
  ['52.2297, 21.0122', 52.2297, 21.0122],
  ['(-33.8651,151.2099)', -33.8651, 151.2099],
  ['52,2297; 21,0122', 52.2297, 21.0122],
  ['52,2297, -0,1278', 52.2297, -0.1278],
  ['40.7128 -74.0060', 40.7128, -74.006],
  ['POINT (-74.0060 40.7128)', 40.7128, -74.006],
  ['https://www.google.com/maps/place/Foyer/@52.2297,21.0122,17z/data=!3m1', 52.2297, 21.0122],
  ['https://maps.google.com/?q=-33.8651,151.2099', -33.8651, 151.2099],
  ['https://www.openstreetmap.org/?mlat=52.2297&mlon=21.0122#map=17/52.2297/21.0122', 52.2297, 21.0122],
  ['40.7128° N, 74.0060° W', 40.7128, -74.006],
  [`52°13'48"N 21°0'36"E`, 52.23, 21.01],
])('reads the position %s', (text, lat, lng) => {
  expect(positionIn(text)?.lat).toBeCloseTo(lat, 9)
  expect(positionIn(text)?.lng).toBeCloseTo(lng, 9)
})

test.each([
  '52,123',
  '8, 16',
  '52.2297',
  '21.0 E, 52.2 N',
  '95.1, 21.2',
  '52.1, 21.2, 7.3',
  'https://maps.app.goo.gl/Xy1',
  'Main St 5.5, 6.1 floor',
  '',
])('finds no position in %s', (text) => {
  expect(positionIn(text)).toBeNull()
})
