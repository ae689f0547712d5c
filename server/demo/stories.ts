import { on } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Moment } from '#domain/time.ts'
import { BUILT_COMMANDS, inProgram } from '../folders.ts'
import { type DemoMachine, demoFleet, type FleetWish } from './fleet.ts'
import { ledgerOf, type MachineLedger } from './ledger.ts'
import { operationIds } from './operation-ids.ts'
import { DEMO_COMPANIES, type DemoCompany, demoCompanies } from './people.ts'

/** The same demo data for every installation, except for its time and its secrets. */
export const SEED = 'roundsman'
export const DAYS = 90

/** A machine with its history and ledger; `number` is distinct within its company. */
export type Story = { machine: DemoMachine; number: number; ledger: MachineLedger }

/** `machines`: the number for the first company. */
type StoryOptions = { now: Moment; machines: number }

/** The requested size applies to the first company; its competitor and branches stay small. */
export const machinesOf = (index: number, machines: number): number =>
  index === 0 ? machines : Math.min(DEMO_COMPANIES[index]?.machines ?? 0, machines)

/** The operation id of a machine's event at a given time, from the machine's name and number. */
export const operationAtOf = ({ machine, number }: Pick<Story, 'machine' | 'number'>) => operationIds(`${SEED}/${machine.name}`, number)

/** All machines of all demo companies, one company after another. */
export function* storiesOf({ now, machines }: StoryOptions): Generator<Story> {
  for (const [index, company] of demoCompanies(machines).entries())
    yield* storiesIn(company, { now, days: DAYS, machines: machinesOf(index, machines) })
}

/** The machines of one company with the histories of its last days. */
export function* storiesIn(company: DemoCompany, wish: Omit<FleetWish, 'seed'>): Generator<Story> {
  let number = 0
  for (const machine of demoFleet(company, { ...wish, seed: SEED })) {
    number++
    yield { machine, number, ledger: ledgerOf(machine, operationAtOf({ machine, number })) }
  }
}

/** Number of histories that are generated ahead: a few, so that a fleet of any size fits in memory. */
const AHEAD = 24

export type Stories = { now: Moment; machines: number; generate(): AsyncGenerator<Story>; end(): Promise<unknown> }

const WORKER = import.meta.url.endsWith('.ts') ? inProgram('server/demo/stories-worker.js') : join(BUILT_COMMANDS, 'stories-worker.js')

/** Starts generating histories in a worker thread while the database is still being created. */
export function beginStories(options: StoryOptions): Stories {
  const worker = new Worker(WORKER, { workerData: options, execArgv: [] })
  const words = on(worker, 'message', { close: ['exit'] })
  for (let requested = 0; requested < AHEAD; requested++) worker.postMessage('next')
  async function* generate() {
    for await (const [{ done, value }] of words) {
      if (done) return
      worker.postMessage('next')
      yield value as Story
    }
  }
  return { ...options, generate, end: () => worker.terminate() }
}
