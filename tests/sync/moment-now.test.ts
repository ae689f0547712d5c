import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '#domain/time.ts'
import { addSample } from '#offline/clock.ts'
import { momentNow } from '#offline/moment-now.ts'
import { enqueue } from '#offline/outbox.ts'
import { writeMeta } from '#offline/store.ts'
import { aDevice } from './simulation/a-device.ts'

const SERVER = Date.UTC(2026, 4, 4, 6)

/** A phone that has heard from the server once. Its clock can be set; `pass` is true time. */
async function aPhone() {
  const { device } = aDevice()
  let [steadyAt, wall] = [1_000, SERVER - 2 * HOUR]
  const phone = { ...device, now: () => wall, steady: () => ({ run: 'the only one', at: steadyAt }) }
  const answered = { sentAt: wall, receivedAt: wall, serverTime: SERVER, steady: phone.steady(), tookMs: 0 }
  const clock = addSample({ samples: [] }, answered, { now: wall, steady: phone.steady() })
  await phone.store.write(['meta'], (work) => writeMeta(work, 'clock', clock))
  return {
    phone,
    pass: (ms: number) => {
      steadyAt += ms
      wall += ms
    },
    setClock: (by: number) => {
      wall += by
    },
  }
}

test('the present is corrected by the difference to the clock of the server', async () => {
  const { phone, pass } = await aPhone()
  pass(5 * MINUTE)
  expect(await momentNow(phone)).toBe(SERVER + 5 * MINUTE)
})

test('the present is right after the clock was set without a network', async () => {
  const { phone, pass, setClock } = await aPhone()
  pass(5 * MINUTE)
  setClock(-3 * HOUR)
  pass(MINUTE)
  expect(await momentNow(phone)).toBe(SERVER + 6 * MINUTE)
})

test('the present is later than what was recorded before', async () => {
  const { phone } = await aPhone()
  await enqueue(phone, { call: 'changeVan', machineId: 0, body: null })
  expect(await momentNow(phone)).toBe(SERVER + 1)
})
