import { Agent, request } from 'node:http'

type Answer = { status: number; body: string; retryAfterSeconds: number | null; ms: number }
export type Call = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
/** Status 0 if there was no response. */
export type Line = { ask(call: Call): Promise<Answer>; hangUp(): void }

/** Keep-alive connections to a server, as in a browser. */
export function openLine(port: number): Line {
  const agent = new Agent({ keepAlive: true })
  return {
    hangUp: () => agent.destroy(),
    ask: ({ method, path, headers = {}, body }) =>
      new Promise((resolve) => {
        const begun = performance.now()
        const end = (status: number, text = '', retryAfter?: string) =>
          resolve({
            status,
            body: text,
            retryAfterSeconds: retryAfter === undefined ? null : Number(retryAfter),
            ms: performance.now() - begun,
          })
        const outgoing = request({ agent, host: '127.0.0.1', port, method, path: `/api${path}`, headers: { ...headers, ...sizeOf(body) } })
        outgoing.once('response', (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.once('error', () => end(0))
          answer.once('end', () => end(answer.statusCode ?? 0, Buffer.concat(chunks).toString(), answer.headers['retry-after']))
        })
        outgoing.once('error', () => end(0))
        outgoing.end(body)
      }),
  }
}

const sizeOf = (body: string | undefined): Record<string, string> =>
  body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
