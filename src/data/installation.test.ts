import { expect, test } from 'vitest'
import { wayByHand } from './installation.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test('each device gets instructions for its own menu', () => {
  expect(wayByHand(`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 5)).toBe('iphone')
  expect(wayByHand(`${IPHONE} CriOS/138.0.7204.119 Mobile/15E148 Safari/604.1`, 5)).toBe('iphone-other-browser')
  expect(wayByHand(`${MAC} Version/18.5 Safari/605.1.15`, 5)).toBe('iphone')
  expect(wayByHand(`${MAC} Version/18.5 Safari/605.1.15`, 0)).toBe('mac-safari')
  expect(
    wayByHand('Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0 Mobile Safari/537.36', 5),
  ).toBe('android')
  expect(
    wayByHand('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0 Safari/537.36', 0),
  ).toBe('desktop')
  expect(wayByHand('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0)).toBe('desktop')
})
