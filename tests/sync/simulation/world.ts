import type { OperationId } from '#domain/ids.ts'
import { HOUR, type Moment } from '#domain/time.ts'
import type { HandOver } from '#domain/vans/hand-over.ts'
import { type Keeper, restoreAccount, sealAccount, wipeMirror } from '#offline/account-vault.ts'
import type { Device } from '#offline/device.ts'
import { dropIdleMachines } from '#offline/mirror.ts'
import { type SendPart, sendPhotos } from '#offline/photos.ts'
import type { Sealed } from '#offline/session.ts'
import { StoreFull } from '#offline/store.ts'
import { syncOnce } from '#offline/sync.ts'
import type { SyncCalls } from '#offline/sync-calls.ts'
import type { SeenPhoto } from './day-checks.ts'
import { type Disk, emptyDisk, HandleClosed, rowsOn, storeOn } from './memory-store.ts'
import type { Snapshot } from './model-pull.ts'
import { createModelServer } from './model-server.ts'
import { firstState, type State } from './model-state.ts'
import type { ServerBug } from './model-transaction.ts'
import { callsOver, type Network, type Session } from './network.ts'
import { type Faults, NO_FAULTS, type Plan } from './plan.ts'
import { randomFrom } from './random.ts'
import { type Actor, createScheduler } from './scheduler.ts'
import { keeperOf } from './vault.ts'
import { Broken, createWatch } from './watch.ts'

/** One user's database on one phone. */
export type Own = { name: string; userId: number; disk: Disk; phone: Phone }
/** `vault`: locked work of signed-out users. `isLeft`: no user is signed in. */
type Phone = {
  name: string
  session: Session
  owns: Own[]
  tabs: Tab[]
  skew: Moment
  isOffline: boolean
  syncing: Set<Own>
  vault: Map<string, Sealed>
  isLeft: boolean
}
/** `isReady`: the locked work of its user has been restored. */
export type Tab = {
  actor: Actor
  phone: Phone
  own: Own
  device: Device
  calls: SyncCalls
  photo: SendPart
  keeper: Keeper
  working: number
  isReady: boolean
}

/** A planted bug of the engine, which wraps its inputs. */
export type ClientBug = (device: Device, calls: SyncCalls) => { device: Device; calls: SyncCalls }
export type World = ReturnType<typeof createWorld>

/** A shown code of a hand-over. */
type Code = { body: HandOver & { signature: string }; giver: Own; trueAt: Moment }

/** The company's space for photos, in worlds with full disks. */
const MOST_PHOTOS = 4

const START = Date.UTC(2026, 4, 4, 6)

export function createWorld(
  plan: Plan,
  {
    serverBug = null,
    clientBug = null,
    isWatched = true,
  }: { serverBug?: ServerBug | null; clientBug?: ClientBug | null; isWatched?: boolean } = {},
) {
  const random = randomFrom(plan.seed, 'world')
  const scheduler = createScheduler(randomFrom(plan.seed, 'order'), START)
  const snapshots: Snapshot[] = []
  let faults: Faults = plan.faults
  let oldest = 0
  let runs = 0
  let wire: Actor = { name: 'the network', alive: true }
  let backup: State | null = null
  let broken: Broken | null = null
  let isRestored = false
  const codes: Code[] = []
  const counted: [OperationId, string][] = []
  const photos = new Map<string, SeenPhoto>()
  const dropped = new Set<string>()
  const failed = (error: unknown) => {
    broken ??=
      error instanceof Broken
        ? error
        : new Broken('nothing unforeseen', error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  const guarded = (work: () => void) => {
    if (!isWatched) return
    try {
      work()
    } catch (error) {
      failed(error)
    }
  }
  const server = createModelServer(firstState(plan, random.uuid(), START - HOUR, random.uuid()), {
    random: randomFrom(plan.seed, 'server'),
    scheduler,
    bug: serverBug,
    get busy() {
      return faults.busy
    },
    get photoSpace() {
      return faults.photos > 0 && faults.full > 0 ? MOST_PHOTOS : Number.POSITIVE_INFINITY
    },
    onCommit: (committed) => guarded(() => watch.serverCommitted(committed)),
  })
  const watch = createWatch({ scheduler, server, snapshots, steady: plan.steady, photos, dropped })
  const network: Network = {
    scheduler,
    random: randomFrom(plan.seed, 'network'),
    faults: () => faults,
    server,
    snapshots,
    oldest: () => oldest,
    wire: () => wire,
    failed,
  }

  const storeFaults = () => faults
  const phones = Array.from({ length: plan.phones }, (_, index): Phone => {
    const userId = (index % plan.people) + 1
    const skew = random.chance(0.5) ? 0 : random.between(-3 * HOUR, 3 * HOUR)
    const phone: Phone = {
      name: `phone ${index + 1}`,
      session: { userId, valid: true },
      owns: [],
      tabs: [],
      skew,
      isOffline: false,
      syncing: new Set(),
      vault: new Map(),
      isLeft: false,
    }
    for (let tab = 0; tab < plan.tabs; tab++) openTab(phone, userId)
    return phone
  })

  function ownOf(phone: Phone, userId: number): Own {
    const known = phone.owns.find((own) => own.userId === userId)
    if (known) return known
    const own = { name: `${phone.name} of user ${userId}`, userId, disk: emptyDisk(), phone }
    phone.owns.push(own)
    return own
  }

  function openTab(phone: Phone, userId: number): Tab {
    const own = ownOf(phone, userId)
    const actor = { name: `${own.name}, tab ${phone.tabs.length + 1}`, alive: true }
    const store = storeOn(own.disk, actor, scheduler, random, storeFaults, {
      beforeDeath: () => killTab(tab),
      committed: (tables) => {
        if (tables.length > 1 || tables[0] !== 'meta') guarded(() => watch.deviceCommitted(own))
      },
    })
    const clock = () => scheduler.now() + phone.skew
    // Restarts with the app, as `performance.now` does.
    const startedAt = scheduler.now()
    const run = `run ${++runs}`
    const steady = () => ({ run, at: scheduler.now() - startedAt })
    const real: Device = {
      store,
      now: clock,
      steady,
      newId: () => random.uuid(),
      makeRoom: (spared) => dropIdleMachines(store, spared),
      wake: () => {},
    }
    const plain = callsOver(network, { tab: actor, session: phone.session, isOffline: () => phone.isOffline, clock, steady, store, userId })
    const { device, calls } = clientBug ? clientBug(real, plain) : { device: real, calls: plain }
    const die = () => {
      killTab(tab)
      return new Promise<never>(() => {})
    }
    const keeper = keeperOf(phone.vault, { tab: actor, scheduler, random, faults: storeFaults, die })
    const tab: Tab = { actor, phone, own, device, calls, photo: plain.photo, keeper, working: 0, isReady: false }
    phone.tabs.push(tab)
    if (!phone.isLeft) void openPart(tab)
    return tab
  }

  /** The first step of the app: even for a user who is still signed in, work may be locked. */
  async function openPart(tab: Tab): Promise<void> {
    const { own, device, keeper, phone } = tab
    const isLocked = [...phone.vault.values()].some(({ of }) => of === own.name)
    if (isLocked) await doIn(() => restoreAccount(device.store, { database: own.name, key: own.name }, keeper))
    tab.isReady = true
  }

  /** Runs in the order of the app, which may be killed after each step. */
  async function leave(tab: Tab): Promise<void> {
    const { own, device, keeper, phone } = tab
    const unsent = rowsOn(own.disk, 'outbox').length
    await doIn(() => sealAccount(device.store, { database: own.name, key: own.name }, unsent, device.now(), keeper))
    await scheduler.pause(tab.actor, 'forgets who is signed in')
    phone.isLeft = true
    phone.session.valid = false
    await doIn(() => wipeMirror(device.store))
    for (const each of [...phone.tabs]) killTab(each)
  }

  function signIn(phone: Phone, userId: number): void {
    Object.assign(phone.session, { userId, valid: true })
    phone.isLeft = false
    for (const tab of [...phone.tabs]) killTab(tab, userId)
  }

  /** Kills the process and opens a new one for the same user. */
  function killTab(tab: Tab, userId = tab.own.userId) {
    if (!tab.actor.alive) return
    scheduler.kill(tab.actor)
    if (tab.working > 0) tab.phone.syncing.delete(tab.own)
    tab.phone.tabs.splice(tab.phone.tabs.indexOf(tab), 1)
    openTab(tab.phone, userId)
  }

  /** An action of a user or the app in a tab. A storage error (no space, a closed handle) ends it. */
  async function doIn<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreFull || error instanceof HandleClosed)) failed(error)
      return null
    }
  }

  async function sync(tab: Tab): Promise<void> {
    const { phone, own } = tab
    if (!tab.isReady || phone.isLeft) return
    if (plan.locks && phone.syncing.has(own)) return
    phone.syncing.add(own)
    tab.working++
    await doIn(() => syncOnce(tab.device, tab.calls))
    if (plan.faults.photos > 0) await doIn(() => sendPhotos(tab.device, tab.photo))
    tab.working--
    phone.syncing.delete(own)
  }

  return {
    plan,
    random,
    scheduler,
    server,
    phones,
    watch,
    codes,
    counted,
    photos,
    dropped,
    isRestored: () => isRestored,
    sync,
    killTab,
    leave,
    signIn,
    doIn,
    get broken() {
      return broken
    },
    failed,
    get faults() {
      return faults
    },
    heal: () => {
      faults = { ...NO_FAULTS, smallBodies: faults.smallBodies }
    },
    forgetOldCursors: () => {
      oldest = scheduler.now()
    },
    backUp: () => {
      backup = server.backUp()
    },
    restore: () => {
      if (!backup) return
      isRestored = true
      server.die()
      // A request that was sent before the restore does not survive it.
      scheduler.kill(wire)
      wire = { name: 'the network', alive: true }
      server.restore(backup, random.uuid())
      watch.restored()
    },
    /** Runs until all started work has finished. */
    async settle(mostSteps = 30_000) {
      for (let step = 0; !broken && (await scheduler.step()); step++)
        if (step > mostSteps) failed(new Broken('liveness', 'the run does not end'))
    },
    pass: (ms: number) => scheduler.pass(ms),
  }
}
