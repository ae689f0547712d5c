import { fleetOf } from '../fleet.ts'
import { openReal, type Real } from '../real.ts'
import { medians, quantile } from '../rounds.ts'
import { openStage, type Stage } from '../stage.ts'
import { atMost, fasterThan, kB, type Row, within } from '../table.ts'
import { createWire } from '../wire.ts'

const MACHINES = 1_000
const SLOTS = 40_000
const ROUNDS = 5

/** The format in which the raw peer receives and stores a machine: as plain rows, and as the app does. */
const ROWS = '/rows'
const COLUMNS = ''

/** Measures a device's mirror: first fill, updates and reads. */
export async function mirror(): Promise<Row[]> {
  const wire = createWire(fleetOf(MACHINES))
  const scripts = { ours: 'device/ours.ts', raw: 'device/raw.ts', rxdb: 'peers/rxdb.js', pouchdb: 'peers/pouchdb.js' }
  const real = await openReal()
  const stage = await openStage(
    scripts,
    async (request, response) => (await wire.answer(request, response)) || real.answer(request, response),
  )
  const { run, close } = stage
  try {
    const first = await medians(
      {
        ours: () => run<number>('ours', 'first', MACHINES),
        raw: () => run<number>('raw', 'first', ROWS),
        columns: () => run<number>('raw', 'first', COLUMNS),
        slots: () => run<number>('rxdb', 'slots', SLOTS),
        machines: () => run<number>('rxdb', 'machines', MACHINES),
      },
      ROUNDS,
    )
    const pouchdb = await run<number>('pouchdb', 'slots', SLOTS)
    const later = await medians(
      {
        ours: () => run<number>('ours', 'later'),
        raw: () => run<number>('raw', 'later', ROWS),
        columns: () => run<number>('raw', 'later', COLUMNS),
      },
      ROUNDS * 2 + 1,
    )

    const same = await nothingChanged(stage, real)
    const opening = { opened: 300, waiting: 200 }
    const stock = await medians({ ours: () => p95(run('ours', 'stock', opening)), raw: () => p95(run('raw', 'stock', opening)) }, ROUNDS)
    const keep = await medians({ ours: () => p95(run('ours', 'keep', 200)), raw: () => p95(run('raw', 'keep', 200)) }, ROUNDS)

    const fleet = `${MACHINES.toLocaleString('en')} machines × 40 slots`
    return [
      atMost(`first sync, ${fleet}, wire to database`, first.ours, { name: 'raw IndexedDB, a record a machine', value: first.raw }, 1.3),
      atMost('the same', first.ours, { name: 'raw IndexedDB, that record in our columns', value: first.columns }, null),
      fasterThan('the same', first.ours, { name: 'RxDB, a document a slot', value: first.slots }, 20),
      fasterThan('the same', first.ours, { name: 'RxDB, a document a machine', value: first.machines }, null),
      fasterThan('the same', first.ours, { name: 'PouchDB, a document a slot', value: pouchdb }, null),
      atMost('1 % changed', later.ours, { name: 'raw IndexedDB', value: later.raw }, 1.5),
      atMost('the same', later.ours, { name: 'raw IndexedDB, in our columns', value: later.columns }, null),
      within(`nothing changed, ${same.requests} request to the real server`, same.bytes, 2_000, kB),
      atMost("open a machine's shortages, 200 operations waiting, p95", stock.ours, { name: 'raw reads', value: stock.raw }, 2),
      atMost('enqueue, durable, p95', keep.ours, { name: 'raw strict put', value: keep.raw }, 2),
    ]
  } finally {
    await close()
    await real.close()
  }
}

/** The size of one more pull from the real server, including headers, when the mirror is complete. */
async function nothingChanged(stage: Stage, { api, token, account, traffic }: Real) {
  const page = await stage.open('ours')
  await page.evaluate((server) => window.subject.same?.(server), { api, token, account })
  const before = { ...traffic }
  await page.evaluate(async () => {
    await window.again?.()
  })
  await page.close()
  return { requests: traffic.requests - before.requests, bytes: traffic.bytes - before.bytes }
}

const p95 = async (taken: Promise<number[]>) => quantile(await taken, 0.95)
