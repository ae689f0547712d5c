import { expect, it } from 'vitest'
import { createLoopMeter } from './loop-time.ts'

it('divides the time of the event loop between the requests that run', async () => {
  let active = 0
  const measure = createLoopMeter(() => active)
  const measured: Record<string, number> = {}
  const ends: Record<string, () => void> = {}
  const run = (name: string) =>
    measure(
      () => new Promise<void>((end) => Object.assign(ends, { [name]: end })),
      (ms) => Object.assign(measured, { [name]: ms }),
    )
  active += 100
  const first = run('first')
  active += 10
  const second = run('second')
  active += 30
  ends.first?.()
  await first
  active += 5
  ends.second?.()
  await second
  expect(measured).toEqual({ first: 25, second: 20 })
})
