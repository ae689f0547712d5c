import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type Balancer = {
  port: number
  /** The number of responses of each server. */
  answered: ReadonlyMap<number, number>
  close(): Promise<void>
}

/** Sends each request to the next server in turn and skips one that accepts no connections. Never sends a request twice. */
export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const answered = new Map(ports.map((port) => [port, 0]))
  let turn = 0

  const passOn = (request: IncomingMessage, response: ServerResponse, body: Buffer, tries: number) => {
    const port = ports[turn++ % ports.length]
    const onward = ask({ port, host: '127.0.0.1', method: request.method, path: request.url, headers: request.headers, agent: false })
    let isConnected = false
    onward.once('socket', (socket) =>
      socket.once('connect', () => {
        isConnected = true
      }),
    )
    onward.once('error', () => {
      if (isConnected || tries === 1) response.destroy()
      else passOn(request, response, body, tries - 1)
    })
    onward.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.once('error', () => response.destroy())
      answer.once('end', () => port !== undefined && answered.set(port, (answered.get(port) ?? 0) + 1))
      answer.pipe(response)
    })
    onward.end(body)
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => passOn(request, response, Buffer.concat(chunks), ports.length))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the balancer has no port')
  return {
    port: address.port,
    answered,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
