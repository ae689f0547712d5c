import { mkdtemp, rm } from 'node:fs/promises'
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from '#contract/account.ts'
import type { OperationInput } from '#offline/outbox.ts'
import { createClient } from '../tests/chaos/client.ts'
import type { StandingPoint } from '../tests/chaos/restocks.ts'
import { startServer } from '../tests/chaos/server-process.ts'
import { takePort } from '../tests/support/ports.ts'
import { randomFrom } from '../tests/sync/simulation/random.ts'

/** The real server with its own demo, below `/real` of a page. */
export type Real = {
  api: '/real'
  token: string
  account: Account
  /** Restocks of its machines. */
  operations(count: number): OperationInput[]
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  /** The number of requests, and the bytes of requests and responses, including headers. */
  traffic: { requests: number; bytes: number }
  close(): Promise<void>
}

export async function openReal(): Promise<Real> {
  const port = await takePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'roundsman-real-'))
  const server = startServer({ port, dataDir })
  await server.ready
  const client = createClient(`http://127.0.0.1:${port}`, '10.0.0.1', randomFrom('real'))
  const [token, account, points] = [await client.token(), await client.me(), await client.points()]
  const traffic = { requests: 0, bytes: 0 }
  return {
    api: '/real',
    token,
    account,
    traffic,
    operations: (count) => Array.from({ length: count }, (_, index) => restockOf(points, index)),
    answer: async (request, response) => {
      if (!request.url?.startsWith('/real/')) return false
      traffic.requests++
      traffic.bytes += await passOn(port, request, response)
      return true
    },
    close: async () => {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function restockOf(points: readonly StandingPoint[], index: number): OperationInput {
  const machines = [...new Set(points.map(({ machineId }) => machineId))]
  const machineId = machines[index % machines.length] ?? 0
  const own = points.filter((point) => point.machineId === machineId).slice(0, 6)
  return { call: 'restockSlots', machineId, body: own.map(({ id }) => ({ productInstallationId: id, quantity: 1 + (index % 7) })) }
}

/** Forwards a request and returns the bytes in both directions, as HTTP/1.1 encodes them. */
const passOn = (port: number, request: IncomingMessage, response: ServerResponse): Promise<number> =>
  new Promise((resolve, reject) => {
    const path = (request.url ?? '').replace('/real', '/api')
    const onward = ask({ port, host: '127.0.0.1', method: request.method, path, headers: request.headers }, (answer) => {
      let bytes = headBytes(request.rawHeaders) + headBytes(answer.rawHeaders) + Number(request.headers['content-length'] ?? 0)
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        response.write(chunk)
      })
      answer.on('end', () => {
        response.end()
        resolve(bytes)
      })
    })
    onward.on('error', reject)
    request.pipe(onward)
  })

/** A start line of about 30 characters, then each header with colon, space and line break. */
const headBytes = (rawHeaders: readonly string[]) => 32 + rawHeaders.reduce((sum, text) => sum + text.length + 2, 0)
