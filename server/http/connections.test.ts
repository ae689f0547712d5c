import { once } from 'node:events'
import http from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { SECOND } from '#domain/time.ts'
import { addressOf } from '../../tests/support/live-stream.ts'
import { createTestApp, createTestContext, type TestContext } from '../../tests/support/test-context.ts'
import type { Limits } from './limits.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.database.close())

async function listening(sockets: number, limits: Partial<Limits> = {}) {
  const app = await createTestApp(ctx, { sockets, ...limits })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const address = app.server.address()
  return { app, port: typeof address === 'object' ? (address?.port ?? 0) : 0 }
}

/** The result of a connection: the status line, or that it was closed without a response. */
const statusLineOf = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(data.toString().split('\r\n')[0] ?? ''))
    socket.once('error', () => resolve('closed'))
    socket.once('close', () => resolve('closed'))
  })
const GET = 'GET /api/alive HTTP/1.1\r\nhost: here\r\n\r\n'

test('hostile use: open connections per address are limited, and closing one frees a slot', async () => {
  const { port } = await listening(2)
  const open = () => connect({ port, host: '127.0.0.1' })
  const [first, second] = [open(), open()]
  for (const socket of [first, second]) {
    socket.write(GET)
    expect(await statusLineOf(socket)).toBe('HTTP/1.1 200 OK')
  }
  expect(await statusLineOf(open())).toBe('closed')
  first.end()
  await statusLineOf(first)
  const next = open()
  next.write(GET)
  expect(await statusLineOf(next)).toBe('HTTP/1.1 200 OK')
  for (const socket of [second, next]) socket.destroy()
})

test('hostile use: request with a slow body is ended within 30 s', async () => {
  const create = vi.spyOn(http, 'createServer')
  onTestFinished(() => void create.mockRestore())
  const { app, port } = await listening(10)
  // Checks the configured limits, and that Node enforces a shorter one.
  const [options] = create.mock.lastCall as unknown as [http.ServerOptions]
  expect(app.server.requestTimeout + (options.connectionsCheckingInterval ?? 30 * SECOND)).toBeLessThanOrEqual(30 * SECOND)
  expect(app.server.headersTimeout).toBeLessThanOrEqual(15 * SECOND)
  app.server.headersTimeout = 400
  app.server.requestTimeout = 500
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write('POST /api/register HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{"')
  expect(await statusLineOf(socket)).toMatch(/408|closed/)
  socket.destroy()
})

test('hostile use: request with an unknown expectation counts towards the limits', async () => {
  const { port } = await listening(10, { anonymous: 1 })
  const ask = async () => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.write(GET.replace('\r\n\r\n', `\r\nexpect: anything\r\n\r\n`))
    const answer = await statusLineOf(socket)
    socket.destroy()
    return answer
  }
  expect([await ask(), await ask()]).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 429 Too Many Requests'])
})

test('hostile use: bytes that are not HTTP count as unauthenticated requests', async () => {
  const { port } = await listening(10, { anonymous: 1 })
  const send = async (bytes: string) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.write(bytes)
    const answer = await statusLineOf(socket)
    socket.destroy()
    return answer
  }
  expect([await send('GET / HTTP/9.9\r\n\r\n'), await send(GET), await send('nonsense\r\n\r\n')]).toEqual([
    'HTTP/1.1 400 Bad Request',
    'HTTP/1.1 429 Too Many Requests',
    'closed',
  ])
})

/** The status line of the response to a request with this request line and these headers. */
async function answerTo(line: string, headers: string[], body = '') {
  const { port } = await listening(5)
  const socket = connect(port, '127.0.0.1')
  const answer = statusLineOf(socket)
  socket.write([line, ...headers, '', body].join('\r\n'))
  const first = await answer
  socket.destroy()
  return first
}

test('hostile use: request with two Host headers is rejected', async () => {
  expect(await answerTo('GET /api/alive HTTP/1.1', ['host: here', 'Host: evil.example'])).toBe('HTTP/1.1 400 Bad Request')
})

const FORM = ['host: here', 'authorization: Basic d2ViOndlYg==', 'content-type: application/x-www-form-urlencoded']
const CHUNKS = '3\r\na=b\r\n0\r\n\r\n'

test('hostile use: ambiguous transfer coding is rejected, also in HTTP/1.0', async () => {
  const sent = (version: string, ...codings: string[]) =>
    answerTo(`POST /api/oauth/revoke HTTP/${version}`, [...FORM, ...codings.map((coding) => `transfer-encoding: ${coding}`)], CHUNKS)
  expect(await sent('1.1', 'Chunked')).toBe('HTTP/1.1 200 OK')
  expect(await sent('1.1', 'xchunked', 'chunked')).toBe('HTTP/1.1 400 Bad Request')
  expect(await sent('1.1', 'gzip, chunked')).toBe('HTTP/1.1 400 Bad Request')
  expect(await sent('1.0', 'chunked')).toBe('HTTP/1.1 400 Bad Request')
})

test('hostile use: compressed request bodies are refused', async () => {
  const headers = ['host: here', 'content-type: application/json', 'content-length: 2', 'authorization: Basic d2ViOndlYg==']
  const sent = (coding: string) => answerTo('POST /api/register HTTP/1.1', [...headers, `content-encoding: ${coding}`], '{}')
  expect(await sent('gzip')).toBe('HTTP/1.1 415 Unsupported Media Type')
  expect(await sent('identity, br')).toBe('HTTP/1.1 415 Unsupported Media Type')
  expect(await sent('Identity')).toBe('HTTP/1.1 422 Unprocessable Entity')
})

test('hostile use: unsupported HTTP versions are rejected', async () => {
  expect(await answerTo('GET /api/alive HTTP/1.0', ['host: here'])).toBe('HTTP/1.1 200 OK')
  expect(await answerTo('GET /api/alive HTTP/2.0', ['host: here'])).toBe('HTTP/1.1 400 Bad Request')
  expect(await answerTo('GET /api/alive', [])).toBe('HTTP/1.1 400 Bad Request')
})

test('idle connection does not delay the shutdown of the server', async () => {
  const ctx = await createTestContext()
  onTestFinished(ctx.database.close)
  const app = await createTestApp(ctx)
  const { port } = new URL(await addressOf(app))
  // Browsers open such connections in advance.
  const silent = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void silent.destroy())
  await once(silent, 'connect')
  const over = once(silent, 'close')
  await app.close()
  await over
  expect(silent.bytesRead).toBe(0)
})
