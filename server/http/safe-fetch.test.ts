import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ManualTimeouts, manualTimeouts } from '../../tests/support/manual-timeouts.ts'
import { createSafeFetch, isPublic, mayBeReached, type NoAnswer, statusFrom } from './safe-fetch.ts'

let timeouts: ManualTimeouts
let stop = () => {}
beforeEach(() => {
  timeouts = manualTimeouts()
})
afterEach(() => {
  stop()
  timeouts.restore()
})

/** A listener on loopback with the given response. It counts requests. */
async function aListener(status = 200, headers: Record<string, string> = {}, hear: 'answers' | (() => void) = 'answers') {
  const came: string[] = []
  const server = createServer((request, response) => {
    came.push(`${request.headers.host} ${request.url}`)
    if (hear !== 'answers') hear()
    else response.writeHead(status, headers).end('x'.repeat(100_000))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { came, port: (server.address() as AddressInfo).port }
}

const ASKING = { method: 'POST', headers: {}, body: '{}', patienceMs: 5_000 }
const outcomeOf = (way: ReturnType<typeof createSafeFetch>, url: string, more = {}) =>
  statusFrom(way, url, { ...ASKING, ...more }).catch((error: NoAnswer) => error.reason)

/** A name server that returns these addresses for every name. */
const saying = (own: readonly string[], ...addresses: string[]) => createSafeFetch(own, async () => addresses)

describe('outbound address', () => {
  test.each([
    ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '198.18.0.1'],
    ...['169.254.169.254', '168.63.129.16', '192.0.0.192', '224.0.0.1', '255.255.255.255', '192.0.2.1', '203.0.113.9', '240.0.0.1'],
    ...['::', '::1', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'fec0::1', 'ff02::1', '64:ff9b::7f00:1', '64:ff9b:1::1', '100::1'],
    ...[
      '::ffff:127.0.0.1',
      '::ffff:169.254.169.254',
      '::127.0.0.1',
      '2002:7f00:1::',
      '2001:0:1::1',
      '2001:db8::1',
      '3fff::1',
      'nonsense',
      '',
    ],
  ])('%s is not public, neither directly nor as the address of a name', async (address) => {
    expect(isPublic(address)).toBe(false)
    expect(await outcomeOf(saying([], address), 'https://shop.example/hook')).toBe('ADDRESS')
    expect(await outcomeOf(saying([], '93.184.215.14', address), 'https://shop.example/hook')).toBe('ADDRESS')
  })

  test.each(['93.184.215.14', '8.8.8.8', '172.32.0.1', '2606:2800:21f:cb07::1', '2a00:1450::1'])('%s is public', (address) => {
    expect(isPublic(address)).toBe(true)
  })

  test.each([
    ...[
      'http://shop.example/',
      'https://shop.example:22/',
      'https://shop.example:6379/',
      'https://user:word@shop.example/',
      'ftp://shop.example/',
    ],
    ...[
      'https://127.1/',
      'https://2130706433/',
      'https://0x7f.0.0.1/',
      'https://0177.0.0.1/',
      'https://[::1]/',
      'https://[::ffff:7f00:1]/',
    ],
    ...['https://169.254.169.254/latest/meta-data', 'https://[fd00:ec2::254]/', 'file:///etc/passwd', 'shop.example', 'https://①②⑦.⓪.⓪.①/'],
  ])('%s is refused', async (url) => {
    expect(mayBeReached(createSafeFetch([]), url)).toBe(false)
    expect(await outcomeOf(saying([], '93.184.215.14'), url)).toBe('ADDRESS')
  })
})

test('host name is resolved once, and the connection uses that address', async () => {
  const { came, port } = await aListener()
  let lookUps = 0
  const way = createSafeFetch(['127.0.0.0/8'], async () => (lookUps++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']))
  expect(await outcomeOf(way, `http://rebind.example:${port}/hook`)).toBe(200)
  expect([lookUps, came]).toEqual([1, [`rebind.example:${port} /hook`]])
})

test('private network is reachable if the settings contain it', async () => {
  const { came, port } = await aListener()
  expect(await outcomeOf(createSafeFetch(['127.0.0.1/32']), `http://127.0.0.1:${port}/`)).toBe(200)
  expect(await outcomeOf(createSafeFetch(['10.0.0.0/8']), `http://127.0.0.1:${port}/`)).toBe('ADDRESS')
  expect(await outcomeOf(saying(['127.0.0.1/32'], '93.184.215.14'), `http://shop.example:${port}/`)).toBe('ADDRESS')
  expect(came).toHaveLength(1)
})

test('redirect, timeout, unknown name and missing listener have distinct codes', async () => {
  const { came, port } = await aListener(302, { location: 'http://169.254.169.254/' })
  const own = createSafeFetch(['127.0.0.0/8'])
  expect(await outcomeOf(own, `http://127.0.0.1:${port}/`)).toBe(302)
  expect(came).toHaveLength(1)
  stop()
  const silent = await aListener(200, {}, () => timeouts.expire())
  expect(await outcomeOf(own, `http://127.0.0.1:${silent.port}/`)).toBe('TIMEOUT')
  stop()
  expect(await outcomeOf(own, 'http://127.0.0.1:9/')).toBe('CONNECTION')
  expect(await outcomeOf(saying([]), 'https://shop.example/')).toBe('NAME')
})

test('hostile use: unconnectable address fails the delivery and not the server', async () => {
  // The system refuses a broadcast address at once, like IPv6 on a host without it.
  expect(await outcomeOf(saying(['255.255.255.255/32'], '255.255.255.255'), 'http://shop.example/')).toBe('CONNECTION')
})

test('untrusted certificate is rejected', async () => {
  const { port } = await aListener()
  expect(await outcomeOf(createSafeFetch(['127.0.0.0/8']), `https://127.0.0.1:${port}/`)).toBe('TLS')
})
