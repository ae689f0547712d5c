import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { socketPathOf } from './commands.ts'

/** Sends a command to the server that runs on a data directory; null if there is none. */
export async function sendCommand<S extends v.GenericSchema>(
  dataDir: string,
  path: '/copy' | '/self-check',
  order: object,
  answer: S,
): Promise<v.InferOutput<S> | null> {
  const response = await post(socketPathOf(dataDir), path, JSON.stringify(order))
  if (response === null) return null
  if (response.status !== 200) throw new Error(`the running server reported: ${response.body}`)
  return v.parse(v.pipe(v.string(), v.parseJson(), answer), response.body)
}

const post = (socketPath: string, path: string, body: string) =>
  new Promise<{ status: number | undefined; body: string } | null>((resolve, reject) => {
    const asking = request({ socketPath, path, method: 'POST', headers: { 'content-type': 'application/json' } }, (response) => {
      text(response).then((responseBody) => resolve({ status: response.statusCode, body: responseBody }), reject)
    })
    asking.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' || error.code === 'ECONNREFUSED' ? resolve(null) : reject(error),
    )
    asking.end(body)
  })
