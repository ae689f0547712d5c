import { expect, test } from 'vitest'
import { publicAddress } from './public-address.ts'

test.each([
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['::1', 'http://[::1]:8080'],
  ['0.0.0.0', 'http://localhost:8080'],
  ['::', 'http://localhost:8080'],
  ['stock.example', 'http://stock.example:8080'],
])('a server on %s is at %s', (host, address) => {
  expect(publicAddress({ publicUrl: null, host, port: 8080 })).toBe(address)
})

test('a public URL comes first', () => {
  expect(publicAddress({ publicUrl: 'https://stock.example', host: '::', port: 8080 })).toBe('https://stock.example')
})
