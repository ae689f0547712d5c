import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Moment } from '#domain/time.ts'
import { inProgram } from '../folders.ts'
import { type DemoMachine, demoFleet } from './fleet.ts'
import { ledgerOf, type MachineLedger } from './ledger.ts'
import { operationIds } from './operation-ids.ts'
import { DEMO_COMPANIES } from './people.ts'

/** The same world for everybody, but for its moment and its secrets. */
export const SEED = 'roundsman'
export const DAYS = 90

/** A machine with its story and its ledger; `number` tells it from the others of its company. */
export type Story = { machine: DemoMachine; number: number; ledger: MachineLedger }

/** `machines`: how many the first company has. */
export type Telling = { now: Moment; machines: number }

/** The size that is asked for is that of the first company; its competitor and its branches stay small. */
export const machinesOf = (index: number, machines: number): number =>
  index === 0 ? machines : Math.min(DEMO_COMPANIES[index]?.machines ?? 0, machines)

/** What a machine does at a moment, by its name and number. */
export const operationAtOf = ({ machine, number }: Pick<Story, 'machine' | 'number'>) => operationIds(`${SEED}/${machine.name}`, number)

/** All machines of all companies of the demo, one company after the other. */
export function* storiesOf({ now, machines }: Telling): Generator<Story> {
  for (const [index, company] of DEMO_COMPANIES.entries()) {
    let number = 0
    for (const machine of demoFleet(company, { seed: SEED, now, days: DAYS, machines: machinesOf(index, machines) })) {
      number++
      yield { machine, number, ledger: ledgerOf(machine, operationAtOf({ machine, number })) }
    }
  }
}

/** How many stories are told before somebody asks for them: a few, so that a fleet of any size fits in memory. */
const AHEAD = 24

export type Stories = { now: Moment; machines: number; tell(): AsyncGenerator<Story>; end(): Promise<unknown> }

/** Begins to tell the stories at once and on another core, while the database that they will stand in is still being made. */
export function beginStories(telling: Telling): Stories {
  const worker = new Worker(inProgram('server/demo/stories-worker.js'), { workerData: telling, execArgv: [] })
  const words = on(worker, 'message', { close: ['exit'] })
  for (let asked = 0; asked < AHEAD; asked++) worker.postMessage('next')
  async function* tell() {
    for await (const [{ done, value }] of words) {
      if (done) return
      worker.postMessage('next')
      yield value as Story
    }
  }
  return { ...telling, tell, end: () => worker.terminate() }
}
