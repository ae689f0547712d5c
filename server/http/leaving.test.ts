import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { addressOf } from '../../tests/support/live-stream.ts'
import { createTestApp, createTestContext } from '../../tests/support/test-context.ts'

test('idle connection does not delay the shutdown of the server', async () => {
  const ctx = await createTestContext()
  onTestFinished(ctx.database.close)
  const app = await createTestApp(ctx)
  const { port } = new URL(await addressOf(app))
  // Browsers open such connections in advance.
  const silent = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void silent.destroy())
  await once(silent, 'connect')
  const over = once(silent, 'close')
  await app.close()
  await over
  expect(silent.bytesRead).toBe(0)
})
