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
  it('waits, whatever else is said to it', async () => {
    for (const message of [undefined, null, 'take-over', { type: 'other' }, { type: null }, []])
      expect(await tookOverAfter(message)).toBe(false)
  })

  it('takes over when a person asks for it, with other windows open too', async () => {
    expect(await tookOverAfter({ type: 'take-over' }, { windows: ['this', 'another'] })).toBe(true)
  })

  it('takes over at a start with no other window open', async () => {
    expect(await tookOverAfter({ type: 'take-over-if-alone' })).toBe(true)
    // Some browsers do not list a page that is still loading.
    expect(await tookOverAfter({ type: 'take-over-if-alone' }, { windows: [] })).toBe(true)
  })

  it('says so where it waits on, so that the page does not', async () => {
    const answers: unknown[] = []
    const page = { id: 'this', postMessage: (answer: unknown) => answers.push(answer) }
    await takeOver(aWorker('this', 'another').worker, { type: 'take-over-if-alone' }, page)
    expect(answers).toEqual([{ type: 'waits' }])
  })

  it('is not held up by its own taking over', async () => {
    const { worker } = aWorker('this')
    const never = new Promise<void>(() => {})
    for (const type of ['take-over', 'take-over-if-alone']) await takeOver({ ...worker, skipWaiting: () => never }, { type }, null)
  })

  it('leaves another window in peace', async () => {
    expect(await tookOverAfter({ type: 'take-over-if-alone' }, { windows: ['this', 'another'] })).toBe(false)
    expect(await tookOverAfter({ type: 'take-over-if-alone' }, { windows: ['another'] })).toBe(false)
  })
})
