import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { aHouse, anApp } from '../../tests/support/house.ts'
import { addressOf } from '../../tests/support/live-stream.ts'

test('a connection that never asks anything does not hold up a server that leaves', async () => {
  const house = await aHouse()
  onTestFinished(house.database.close)
  const app = await anApp(house)
  const { port } = new URL(await addressOf(app))
  // As browsers open them in advance.
  const silent = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void silent.destroy())
  await once(silent, 'connect')
  const over = once(silent, 'close')
  await app.close()
  await over
  expect(silent.bytesRead).toBe(0)
})
