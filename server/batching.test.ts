import { expect, test } from 'vitest'
import { awaitItems } from './batching.ts'

test('a batch waits for the expected items and no longer', async () => {
  const waiting: number[] = []
  const steps: string[] = []
  const arrived = awaitItems(waiting, 2, Number.POSITIVE_INFINITY).then(() => steps.push('batch'))
  for (const item of [1, 2]) {
    await new Promise((resolve) => setImmediate(resolve))
    steps.push(`item ${item}`)
    waiting.push(item)
  }
  await arrived
  expect(steps).toEqual(['item 1', 'item 2', 'batch'])
})

test('a batch does not wait after its deadline', async () => {
  await awaitItems([], 2, performance.now())
})
