import { randomUUID } from 'node:crypto'
import { restockAt } from '../device/restocks.ts'
import { fleetOf } from '../fleet.ts'
import { openReal } from '../real.ts'
import { medians } from '../rounds.ts'
import { openStage } from '../stage.ts'
import { fasterThan, type Row, timeAlone } from '../table.ts'
import { createWire } from '../wire.ts'

const WAITING = 1_000
const ROUNDS = 5

/** Measures the push of all pending operations after a long day offline. */
export async function outbox(): Promise<Row[]> {
  const wire = createWire(fleetOf(10))
  const real = await openReal()
  const scripts = { ours: 'device/ours.ts', raw: 'device/raw.ts', rxdb: 'peers/rxdb.js' }
  const { run, close } = await openStage(
    scripts,
    async (request, response) => (await wire.answer(request, response)) || real.answer(request, response),
  )
  const operations = Array.from({ length: WAITING }, (_, index) => restockAt(index))
  const documents = operations.map((operation, index) => ({ id: randomUUID(), ...operation, at: Date.now() + index }))
  try {
    const taken = await medians(
      {
        ours: () => run<number>('ours', 'push', { server: { api: '/same' }, operations }),
        rxdb: () => run<number>('rxdb', 'push', documents),
        each: () => run<number>('raw', 'push', WAITING),
      },
      ROUNDS,
    )
    const { api, token, account } = real
    const toReal = await run<number>('ours', 'push', { server: { api, token, account }, operations: real.operations(WAITING) })
    const what = `${WAITING.toLocaleString('en')} operations waiting, all sent`
    return [
      fasterThan(what, taken.ours, { name: 'RxDB push, 100 a request', value: taken.rxdb }, 4),
      fasterThan('the same', taken.ours, { name: 'one request each, in order', value: taken.each }, 20),
      timeAlone('the same, to the real server on its embedded database', toReal),
    ]
  } finally {
    await close()
    await real.close()
  }
}
