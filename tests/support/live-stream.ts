import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

/** An event on a stream, or a comment, whose name is empty. */
export type Word = { id: string; name: string; data: unknown }

export type LiveStream = {
  status: number
  words: readonly Word[]
  /** Waits for the first matching event, from the beginning of the stream. */
  find(is: (word: Word) => boolean): Promise<Word>
  /** Resolves when either side closes the stream. */
  ended: Promise<void>
  close(): void
}

/** The address of the app, which starts to listen if it does not yet. */
export const addressOf = async (app: FastifyInstance): Promise<string> =>
  app.server.listening ? app.listeningOrigin : app.listen({ port: 0, host: '127.0.0.1' })

/** Opens the live channel over the network, as an app does. */
export async function listenTo(
  app: FastifyInstance,
  channel: string,
  { authorization = '', lastEventId }: { authorization?: string | undefined; lastEventId?: string | undefined },
): Promise<LiveStream> {
  const controller = new AbortController()
  const response = await fetch(`${await addressOf(app)}/api/channels/${channel}`, {
    headers: { authorization, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
    signal: controller.signal,
  })
  const words: Word[] = []
  const waiting = new Set<() => void>()
  const look = () => {
    for (const one of [...waiting]) one()
  }
  let isOver = false
  const ended = (async () => {
    let text = ''
    const decoder = new TextDecoder()
    try {
      for await (const part of response.body ?? []) {
        text += decoder.decode(part, { stream: true })
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        words.push(...blocks.map(wordOf))
        look()
      }
    } catch {
      // Closed by either side.
    }
    isOver = true
    look()
  })()
  return {
    status: response.status,
    words,
    find: (is) =>
      new Promise((resolve, reject) => {
        const one = () => {
          const found = words.find(is)
          if (!found && !isOver) return
          waiting.delete(one)
          if (found) resolve(found)
          else reject(new Error(`the stream ended after ${JSON.stringify(words)}`))
        }
        waiting.add(one)
        one()
      }),
    ended,
    close: () => controller.abort(),
  }
}

function wordOf(block: string): Word {
  const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]))
  const data = fields.get('data')
  return { id: fields.get('id') ?? '', name: fields.get('event') ?? '', data: data ? JSON.parse(data) : null }
}

/** Injects a request without a network: reads the first events of a stream and then disconnects; reads any other response completely. */
export async function injectStream(app: FastifyInstance, options: InjectOptions): Promise<LightMyRequestResponse> {
  const answer = await app.inject({ ...options, payloadAsStream: true })
  const isStream = String(answer.headers['content-type']).startsWith('text/event-stream')
  const parts: Buffer[] = []
  for await (const part of answer.stream()) {
    parts.push(part)
    if (isStream) break
  }
  if (isStream) answer.raw.res.destroy()
  const rawPayload = Buffer.concat(parts)
  const body = rawPayload.toString()
  return Object.assign(answer, { rawPayload, payload: body, body, json: () => JSON.parse(body) })
}
