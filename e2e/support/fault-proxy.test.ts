import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'

/** A server that counts the crates it received and publishes each arrival on an event stream. */
let depot: Server
let crates: string[]
let proxy: FaultProxy

beforeEach(async () => {
  crates = []
  depot = createServer((request, response) => {
    if (request.url === '/arrivals') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: open\n\n')
      depot.on('arrival', () => response.write(`data: ${crates.at(-1)}\n\n`))
      return
    }
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      crates.push(body)
      depot.emit('arrival')
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ crates: crates.length }))
    })
  })
  await new Promise<void>((resolve) => depot.listen(0, '127.0.0.1', resolve))
  const address = depot.address()
  proxy = await startFaultProxy(`http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`)
})

afterEach(async () => {
  await proxy.down()
  depot.closeAllConnections()
  depot.close()
})

it('keeps idle connections open, so that no request is lost on a closing one', async () => {
  const answer = await deliver('apples')
  expect(answer.headers.get('keep-alive')).toBeNull()
  expect(answer.headers.get('connection')).toBe('keep-alive')
})

const deliver = (crate: string) => fetch(`${proxy.url}/crates?from=van`, { method: 'POST', body: crate })

describe('fault proxy', () => {
  it('forwards everything without a fault', async () => {
    const answer = await deliver('water')
    expect([answer.status, answer.headers.get('content-type'), await answer.json()]).toEqual([201, 'application/json', { crates: 1 }])
    expect(crates).toEqual(['water'])
    expect(proxy.seen).toEqual([{ method: 'POST', path: '/crates', at: expect.any(Number) }])
  })

  it('streams server-sent events', async () => {
    const answer = await fetch(`${proxy.url}/arrivals`)
    const events = (answer.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream()).getReader()
    expect((await events.read()).value).toBe('data: open\n\n')
    await deliver('cola')
    expect((await events.read()).value).toBe('data: cola\n\n')
    await proxy.down()
    const ended = events.read().then(
      ({ done }) => done,
      () => true,
    )
    expect(await ended).toBe(true)
  })

  it('loses a request before the server receives it', async () => {
    proxy.fault(({ count }) => (count === 1 ? 'lose-request' : 'pass'))
    await expect(deliver('water')).rejects.toThrow()
    expect([crates, proxy.seen]).toEqual([[], []])
    expect((await deliver('water')).status).toBe(201)
  })

  it('loses a response after the server has processed the request', async () => {
    proxy.fault(() => 'lose-answer')
    await expect(deliver('water')).rejects.toThrow()
    expect(crates).toEqual(['water'])
  })

  it('responds instead of the server, like a captive portal or a load balancer', async () => {
    proxy.fault(() => 'html')
    const hotel = await deliver('water')
    expect([hotel.status, hotel.headers.get('content-type')]).toEqual([200, 'text/html'])
    proxy.fault(() => ({ status: 503, retryAfter: 7 }))
    const busy = await deliver('water')
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '7'])
    expect(crates).toEqual([])
  })

  it('edits a response, as after a new release', async () => {
    proxy.fault(() => ({ edit: (text) => text.replace('1', 'one') }))
    const answer = await deliver('water')
    expect([answer.status, await answer.text()]).toEqual([201, '{"crates":one}'])
  })

  it('truncates a response', async () => {
    proxy.fault(() => 'truncate')
    const answer = await deliver('water')
    expect(answer.status).toBe(201)
    await expect(answer.json()).rejects.toThrow()
    expect(crates).toEqual(['water'])
  })

  it('delivers a request twice and returns the second response', async () => {
    proxy.fault(() => 'twice')
    expect(await (await deliver('water')).json()).toEqual({ crates: 2 })
    expect(crates).toEqual(['water', 'water'])
    expect(proxy.seen).toHaveLength(2)
  })

  it('delays a response, also after the client has gone', async () => {
    proxy.fault(() => ({ delayMs: 50 }))
    expect((await deliver('water')).status).toBe(201)
    const arrived = new Promise((resolve) => depot.once('arrival', resolve))
    const patience = new AbortController()
    proxy.fault(() => ({ delayMs: 60_000 }))
    const late = fetch(`${proxy.url}/crates`, {
      method: 'POST',
      body: 'cola',
      signal: patience.signal,
    })
    await arrived
    patience.abort()
    await expect(late).rejects.toThrow()
    expect(crates).toEqual(['water', 'cola'])
  })

  it('goes down with all open requests and returns on the same port', async () => {
    const url = proxy.url
    proxy.fault(() => ({ delayMs: 60_000 }))
    const arrived = new Promise((resolve) => depot.once('arrival', resolve))
    const underWay = deliver('water')
    await Promise.all([expect(underWay).rejects.toThrow(), arrived.then(() => proxy.down())])
    proxy.fault()
    await expect(deliver('cola')).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    })
    await proxy.up()
    expect((await deliver('juice')).status).toBe(201)
    expect([proxy.url, crates]).toEqual([url, ['water', 'juice']])
  })

  it('counts only requests that reached the server', async () => {
    depot.closeAllConnections()
    await new Promise((resolve) => depot.close(resolve))
    await expect(deliver('water')).rejects.toThrow()
    expect(proxy.seen).toEqual([])
  })
})
