import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/** A website with its own origin that can be taken offline. */
export type Site = {
  origin: string
  start(): Promise<void>
  stop(): Promise<void>
}

export async function openSite(...answers: readonly Answer[]): Promise<Site> {
  let port = 0
  const server = createServer(async (request, response) => {
    // Actual needs cross-origin isolation; the others get the same headers for comparison.
    response.setHeader('cross-origin-opener-policy', 'same-origin')
    response.setHeader('cross-origin-embedder-policy', 'require-corp')
    for (const answer of answers) if (await answer(request, response)) return
    response.writeHead(404).end()
  })
  const start = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await start()
  port = (server.address() as AddressInfo).port
  return {
    origin: `http://127.0.0.1:${port}`,
    start,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}

/** Serves the files of a build with compression like its own server; every other address returns the app. */
export function filesIn(folder: string): Answer {
  const pressed = new Map<string, Buffer>()
  return async (request, response) => {
    const path = normalize(decodeURIComponent((request.url ?? '/').replace(/\?.*/, '')))
    if (path.startsWith('/api/')) return false
    const isFile = extname(path) !== '' && existsSync(join(folder, path))
    if (!isFile && extname(path) !== '') return false
    const file = isFile ? path : '/index.html'
    const content = pressed.get(file) ?? press(file, await readFile(join(folder, file)), join(folder, `${file}.br`))
    pressed.set(file, await content)
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
    response.setHeader('cache-control', /[.-][\w-]{8,}\.\w+$/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache')
    if (extname(file) in TYPES) response.setHeader('content-encoding', 'br')
    response.end(await content)
    return true
  }
}

async function press(file: string, content: Buffer, ready: string): Promise<Buffer> {
  if (!(extname(file) in TYPES)) return content
  if (existsSync(ready)) return readFile(ready)
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
}
