import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { channel } from '#contract/live.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import type { openStream } from '#offline/api-client.ts'
import { type ChangedTopics, listenLive } from './live-channel.ts'

type Opened = Awaited<ReturnType<typeof openStream>>

/** The headers of each request for the stream. */
let requests: Headers[]
let answers: (() => Opened)[]
let received: ChangedTopics[]
let page: EventTarget & { visibilityState: string }
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
  requests = []
  answers = []
  received = []
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const opening: typeof openStream = async (of, { params }, { headers }) => {
  expect([of, params]).toEqual([channel, { eventChannelId: 'own' }])
  requests.push(new Headers(headers))
  return answers.shift()?.() ?? { state: 'open', response: new Response(new ReadableStream()) }
}
const listen = () => {
  stop = listenLive('own', (what) => received.push(what), { openStream: opening, random: () => 0.5 })
}
const pass = (time: number) => vi.advanceTimersByTimeAsync(time)

/** A stream with this content that is then interrupted. */
const saying = (text: string) => (): Opened => ({
  state: 'open',
  response: new Response(text, { headers: { 'content-type': 'text/event-stream' } }),
})
const event = (id: string, changed: string[]) =>
  `id: ${id}\nevent: on-event\ndata: ${JSON.stringify({ activity: 'RESTOCKED', at: '2026-03-02T08:00:00.000Z', machineId: 1, changed })}\n\n`

test('an interrupted stream resumes after its last event, with events batched', async () => {
  answers = [saying(event('41', ['stock']) + event('42', ['sales']) + event('43', ['cash']))]
  listen()
  await pass(0)
  expect(received).toEqual([new Set(['stock'])])
  await pass(10 * SECOND)
  expect(received).toEqual([new Set(['stock']), new Set(['sales', 'cash'])])
  expect(requests.map((headers) => headers.get('last-event-id'))).toEqual([null, '43'])
})

test('a gap or an unknown event invalidates everything', async () => {
  answers = [saying('id: 9\nevent: reset\ndata: {}\n\n'), saying('id: 10\nevent: on-event\ndata: what\n\n')]
  listen()
  await pass(MINUTE)
  expect(received).toEqual(['anything', 'anything'])
  expect(requests[2]?.get('last-event-id')).toBe('10')
})

test.each<[string, () => Opened]>([
  ['a channel of another company', () => ({ state: 'refused', status: 404, code: 'NOT_FOUND' }) as Opened],
  ['a session that has ended', () => ({ state: 'signed-out' })],
])('%s is not requested again', async (_what, answer) => {
  answers = [answer]
  listen()
  await pass(60 * MINUTE)
  expect(requests).toHaveLength(1)
})

test('an unreachable server is retried only at its given time', async () => {
  answers = [() => ({ state: 'unreachable', retryAfterMs: 30 * SECOND }) as Opened]
  listen()
  await pass(29 * SECOND)
  expect(requests).toHaveLength(1)
  await pass(MINUTE)
  expect(requests).toHaveLength(2)
})

test('a hidden page disconnects and resumes when it is visible', async () => {
  answers = [saying(event('5', ['stock']))]
  listen()
  await pass(0)
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  await pass(60 * MINUTE)
  const before = requests.length
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
  expect(before).toBe(1)
  expect(requests.map((headers) => headers.get('last-event-id'))).toEqual([null, '5'])
})
