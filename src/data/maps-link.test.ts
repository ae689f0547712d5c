import { expect, test } from 'vitest'
import { mapsLink } from './maps-link.ts'

const [ANDROID, IPHONE, DESK] = [
  'Mozilla/5.0 (Linux; Android 14; Pixel 8)',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)',
  'Mozilla/5.0 (X11)',
]
const hall = { name: 'Hall 3 & 4 (north)', address: 'Main St 5', lat: 48.5, lng: -9.25 }

test('a position opens the maps of the phone, or a map in the browser', () => {
  expect(mapsLink(hall, ANDROID)).toBe('geo:48.5,-9.25?q=48.5,-9.25(Hall%203%20%26%204%20(north))')
  expect(mapsLink(hall, IPHONE)).toBe('maps:?daddr=48.5,-9.25&q=Hall%203%20%26%204%20(north)')
  expect(mapsLink(hall, DESK)).toBe('https://www.openstreetmap.org/?mlat=48.5&mlon=-9.25#map=18/48.5/-9.25')
})

test('without a position the address is searched for', () => {
  const nowhere = { ...hall, lat: null, lng: null }
  expect(mapsLink(nowhere, ANDROID)).toBe('geo:0,0?q=Main%20St%205')
  expect(mapsLink(nowhere, IPHONE)).toBe('maps:?daddr=Main%20St%205')
  expect(mapsLink(nowhere, DESK)).toBe('https://www.openstreetmap.org/search?query=Main%20St%205')
  expect(mapsLink({ ...nowhere, address: null }, ANDROID)).toBeNull()
})
