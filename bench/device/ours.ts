import { QueryClient } from '@tanstack/react-query'
import { Dexie } from 'dexie'
import { open } from '#app/data/device.ts'
import { machineStock } from '#app/data/stock.ts'
import type { Account } from '#contract/account.ts'
import { dexieStore, LocalDb } from '#offline/database.ts'
import { type Device, newId, steadyClock } from '#offline/device.ts'
import { enqueue, type OperationInput, outboxIn } from '#offline/outbox.ts'
import { pull } from '#offline/pull.ts'
import { push } from '#offline/push.ts'
import { OUTBOX } from '#offline/records.ts'
import { saveSession } from '#offline/session.ts'
import { syncOverHttp } from '#offline/sync-over-http.ts'
import { restockAt } from './restocks.ts'

const account: Account = {
  userId: 1,
  login: 'bench',
  firstName: 'Jonas',
  lastName: 'Weber',
  phoneNumber: null,
  email: null,
  eventChannelId: '',
  companyRole: 'ROLE_EMPLOYEE',
  companyId: 1,
  companyName: 'Halbzeit',
  roles: ['ROLE_EMPLOYEE'],
  companyIntegrations: [],
  locale: 'en-GB',
  currency: 'EUR',
  country: 'DE',
  timezone: 'Europe/Berlin',
  planName: 'STARTER',
  cancellationEffectiveDate: null,
  gsmSignal: false,
  isSample: false,
  sealKey: '00'.repeat(32),
}

/** The address and account for a device's calls: one of the simulated APIs, or the real server. */
type Server = { api: string; token?: string; account?: Account }

const session = ({ api, token = 'x', account: who = account }: Server) =>
  saveSession({ accessToken: token, expiresAt: Date.now() + 3_600_000, account: who, api })

/** The app's own engine with its own database. */
async function deviceAt(server: Server) {
  await session(server)
  const db = new LocalDb(`bench-${crypto.randomUUID()}`)
  await db.open()
  const store = dexieStore(db)
  const device: Device = { store, now: Date.now, steady: steadyClock, newId, makeRoom: async () => {}, wake: () => {} }
  return { db, device, calls: syncOverHttp(store, server.account ?? account, 'bench', '0.0.0'), end: () => db.delete() }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function expect(held: boolean, what: string) {
  if (!held) throw new Error(`check failed: ${what}`)
}

window.subject = {
  /** Fills the app's database as after a day of use, with a signed-in user. */
  async fill(machines) {
    const manager: Account = { ...account, companyRole: 'ROLE_MANAGER', roles: ['ROLE_MANAGER'] }
    await session({ account: manager, api: '/first' })
    const here = await open(manager)
    here.engine.wake('start')
    await here.engine.idle()
    await expect((await here.db.machines.count()) === machines, 'all machines are there')
    here.close()
    await session({ account: manager, api: '/same' })
  },

  /** Pulls everything into an empty mirror. */
  async first(machines) {
    const { db, device, calls, end } = await deviceAt({ api: '/first' })
    const taken = await timed(() => pull(device, calls))
    await expect((await db.inventory.count()) === machines, 'all machines are there')
    await end()
    return taken
  },

  /** Pulls the latest changes into a full mirror. */
  async later() {
    const { device, calls, end } = await deviceAt({ api: '/first' })
    await pull(device, calls)
    await session({ api: '/later' })
    const taken = await timed(() => pull(device, calls))
    await end()
    return taken
  },

  /** Fills a mirror; `again` then pulls without changes. */
  async same(server) {
    const { device, calls } = await deviceAt(server as Server)
    await pull(device, calls)
    window.again = () => pull(device, calls)
  },

  /** Opens one machine after another as its screen does, with pending operations; returns the time of each. */
  async stock(task) {
    const { opened, waiting } = task as { opened: number; waiting: number }
    await session({ api: '/first' })
    const here = await open(account)
    here.engine.wake('start')
    await here.engine.idle()
    here.engine.stop()
    for (let index = 0; index < waiting; index++) await enqueue(here.device, restockAt(index))
    const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', staleTime: 0 } } })
    const taken: number[] = []
    for (let index = 0; index < opened; index++) taken.push(await timed(() => client.fetchQuery(machineStock(index + 1))))
    here.close()
    await Dexie.delete(here.db.name)
    return taken
  },

  /** Stores operations one after another; returns the time of each. */
  async keep(task) {
    const { device, end } = await deviceAt({ api: '/same' })
    const taken: number[] = []
    for (let index = 0; index < Number(task); index++) taken.push(await timed(() => enqueue(device, restockAt(index))))
    await end()
    return taken
  },

  /** Sends pending operations; returns the time until all are acknowledged. */
  async push(task) {
    const { server, operations } = task as { server: Server; operations: OperationInput[] }
    const { db, device, calls, end } = await deviceAt(server)
    await db.outbox.bulkPut(operations.map(queued))
    const taken = await timed(() => push(device, calls))
    const { entries } = await device.store.read(OUTBOX, outboxIn)
    const acknowledged = entries.filter(({ state }) => state === 'acknowledged')
    await expect(acknowledged.length === operations.length, 'everything is acknowledged')
    await end()
    return taken
  },
}

const queued = (operation: OperationInput, index: number) => ({
  ...operation,
  opId: newId(),
  state: 'queued' as const,
  rawAt: Date.now() + index,
  occurredAt: null,
  clockOffset: null,
  attempts: 0,
  refusal: null,
  warnings: [],
})
