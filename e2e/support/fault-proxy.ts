import { request as ask, createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { takePort } from '../../tests/support/ports.ts'

interface ProxiedRequest {
  method: string
  /** Without the query string. */
  path: string
  /** 1 for the first request with this method and path. */
  count: number
  /** Of the body, as announced; 0 without a body. */
  bytes: number
}

/**
 * What happens to one request. `lose-request`: the server never receives it. `lose-answer`: the server processes it, and the response is
 * lost. `html`: a login page of someone else, as from a captive portal. `truncate`: half of the response, then nothing. `twice`: the
 * server gets the request twice in a row, and the second response is returned. `delayMs`: the server gets the request at once, the
 * response is delayed, and the request is processed even if the client has gone. `edit`: the response text is changed, as after a new
 * release.
 */
type Fault =
  | 'pass'
  | 'lose-request'
  | 'lose-answer'
  | 'html'
  | 'truncate'
  | 'twice'
  | { status: number; retryAfter?: number }
  | { delayMs: number }
  | { edit(text: string): string }

export interface FaultProxy {
  url: string
  /** Requests that reached the server, in order. */
  seen: { method: string; path: string; at: number }[]
  /** Decides for every request from now on; without a function all pass. */
  fault(decide?: (request: ProxiedRequest) => Fault): void
  /** Closes every connection and refuses new ones. */
  down(): Promise<void>
  /** Listens again, on the same port. */
  up(): Promise<void>
}

type ProxyOptions = {
  /** A free port by default. */
  port?: number
  /** The client address that the proxy sends to the server in `X-Forwarded-For`. */
  caller?: string
}

/** Starts an unreliable network in front of the server at `upstream`, on 127.0.0.1. Stop it with `down`. */
export async function startFaultProxy(upstream: string, { port, caller }: ProxyOptions = {}): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  const counts = new Map<string, number>()
  const seen: FaultProxy['seen'] = []
  let decide: (request: ProxiedRequest) => Fault = () => 'pass'
  /** From the first fault on, each request has its own connection, because a browser silently resends what it lost on a reused one. */
  let hasFaults = false

  const server = createServer((request, response) => {
    const method = request.method ?? 'GET'
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const count = (counts.get(`${method} ${path}`) ?? 0) + 1
    counts.set(`${method} ${path}`, count)
    if (hasFaults) response.setHeader('connection', 'close')
    response.once('finish', () => hasFaults && request.socket.end())
    const reached = () => seen.push({ method, path, at: Date.now() })
    const onward = { reached, ...(caller && { headers: { 'x-forwarded-for': caller } }) }
    const forward = (body?: Buffer, plain?: 'plain') => send(upstream, request, onward, body, plain)
    const bytes = Number(request.headers['content-length'] ?? 0)
    serve(decide({ method, path, count, bytes }), request, response, forward).catch(() => response.destroy())
  })
  // A request on a connection that is being closed for idleness would be lost, which no test intends.
  server.keepAliveTimeout = 0
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })

  const ownPort = port ?? (await takePort())
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(ownPort, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  await listen()

  return {
    url: `http://127.0.0.1:${ownPort}`,
    seen,
    fault(next = () => 'pass') {
      decide = next
      hasFaults = true
      server.closeIdleConnections()
    },
    async down() {
      if (!server.listening) return
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async up() {
      if (!server.listening) await listen()
    },
  }
}

/** `plain`: requests an uncompressed response. */
type Forward = (body?: Buffer, plain?: 'plain') => Promise<IncomingMessage>

async function serve(fault: Fault, request: IncomingMessage, response: ServerResponse, forward: Forward): Promise<void> {
  if (fault === 'pass') return stream(await forward(), response)
  const body = await whole(request)
  if (fault === 'lose-request') return void response.destroy()
  if (fault === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end(loginPage)
  if (typeof fault === 'object' && 'status' in fault) {
    const { status, retryAfter } = fault
    return void response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` }).end()
  }

  if (typeof fault === 'object' && 'edit' in fault) {
    const answer = await forward(body, 'plain')
    const text = fault.edit((await whole(answer)).toString())
    return void response.writeHead(answer.statusCode ?? 502, without(endToEnd(answer), forCaches)).end(text)
  }

  if (fault === 'twice') await whole(await forward(body))
  const answer = await forward(body)
  const answered = await whole(answer)
  if (fault === 'lose-answer') return void response.destroy()
  if (typeof fault === 'object') await new Promise((resolve) => setTimeout(resolve, fault.delayMs))
  response.writeHead(answer.statusCode ?? 502, {
    ...endToEnd(answer),
    ...(answered.length > 0 && { 'content-length': answered.length }),
  })
  if (fault !== 'truncate') return void response.end(answered)
  response.write(answered.subarray(0, answered.length / 2), () => response.destroy())
}

const loginPage = '<!doctype html><title>Welcome to the hotel</title><form><input name="room"><button>Connect</button></form>'

/** Forwards the request, streaming its body or sending one that was read before. Rejects if the server does not respond. */
function send(
  upstream: string,
  from: IncomingMessage,
  { reached, headers: added }: { reached(): void; headers?: OutgoingHttpHeaders },
  body?: Buffer,
  plain?: 'plain',
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(plain ? without(endToEnd(from), forCaches) : endToEnd(from)),
      ...added,
      ...(body && { 'content-length': body.length }),
    }
    const onward = ask(new URL(from.url ?? '/', upstream), { method: from.method, headers, agent: false }, resolve)
    onward.on('error', reject)
    onward.on('socket', (socket) => socket.once('connect', reached))
    if (body) onward.end(body)
    else {
      from.pipe(onward)
      from.on('close', () => from.complete || onward.destroy())
    }
  })
}

/** Streams in both directions, so that server-sent events work. When one side closes, the other is closed too. */
function stream(answer: IncomingMessage, response: ServerResponse): void {
  if (response.destroyed) return void answer.destroy()
  response.writeHead(answer.statusCode ?? 502, endToEnd(answer))
  response.flushHeaders()
  answer.pipe(response)
  answer.on('close', () => answer.complete || response.destroy())
  response.on('close', () => answer.destroy())
}

async function whole(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const betweenTwo = new Set(['connection', 'keep-alive', 'transfer-encoding'])
/** Headers that no longer match once a text was edited. */
const forCaches = new Set(['accept-encoding', 'content-length', 'etag', 'if-modified-since', 'if-none-match', 'last-modified'])

const endToEnd = ({ headers }: IncomingMessage): OutgoingHttpHeaders => without(headers, betweenTwo)

const without = (headers: OutgoingHttpHeaders, names: ReadonlySet<string>): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name)))
