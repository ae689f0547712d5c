import { describe, expect, it } from 'vitest'
import { takeOver, type Worker } from './update.ts'

function aWorker(...windows: string[]) {
  let tookOver = false
  const worker: Worker = {
    skipWaiting: async () => {
      tookOver = true
    },
    clients: { matchAll: async () => windows.map((id) => ({ id })) },
  }
  return { worker, tookOver: () => tookOver }
}

const tookOverAfter = async (message: unknown, { source = 'this', windows = ['this'] } = {}) => {
  const { worker, tookOver } = aWorker(...windows)
  await takeOver(worker, message, { id: source, postMessage: () => {} })
  return tookOver()
}

describe('a new version', () => {
  it('waits, whatever other messages it receives', async () => {
    for (const message of [undefined, null, 'take-over', { type: 'other' }, { type: null }, []])
      expect(await tookOverAfter(message)).toBe(false)
  })

  it("takes over at the user's request, even with other windows open", async () => {
    expect(await tookOverAfter({ type: 'take-over' }, { windows: ['this', 'another'] })).toBe(true)
  })

  it('takes over at a start with no other window open', async () => {
    expect(await tookOverAfter({ type: 'take-over-if-alone' })).toBe(true)
    // Some browsers do not list a page that is still loading.
    expect(await tookOverAfter({ type: 'take-over-if-alone' }, { windows: [] })).toBe(true)
  })

  it('reports that it keeps waiting, so that the page does not', async () => {
    const answers: unknown[] = []
    const page = { id: 'this', postMessage: (answer: unknown) => answers.push(answer) }
    await takeOver(aWorker('this', 'another').worker, { type: 'take-over-if-alone' }, page)
    expect(answers).toEqual([{ type: 'waits' }])
    const replies: unknown[] = []
    const port = { postMessage: (reply: unknown) => replies.push(reply) }
    await takeOver(aWorker('this', 'another').worker, { type: 'take-over-if-alone' }, page, port)
    expect([answers.length, replies]).toEqual([1, [{ type: 'waits' }]])
  })

  it('is not blocked by its own takeover', async () => {
    const { worker } = aWorker('this')
    const never = new Promise<void>(() => {})
    for (const type of ['take-over', 'take-over-if-alone']) await takeOver({ ...worker, skipWaiting: () => never }, { type }, null)
  })

  it('leaves other windows unaffected', async () => {
    expect(await tookOverAfter({ type: 'take-over-if-alone' }, { windows: ['this', 'another'] })).toBe(false)
    expect(await tookOverAfter({ type: 'take-over-if-alone' }, { windows: ['another'] })).toBe(false)
  })
})
