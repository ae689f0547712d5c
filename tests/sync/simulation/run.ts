import { NO_MACHINE } from '#contract/sync.ts'
import type { StockPointId } from '#domain/ids.ts'
import { DAY, HOUR, MINUTE } from '#domain/time.ts'
import { changeRound, countBag, giveVan } from './events-on-the-day.ts'
import type { Broken } from './facts.ts'
import { checkEnd } from './final-checks.ts'
import { type Point, PRODUCTS } from './model-state.ts'
import type { ServerBug } from './model-transaction.ts'
import { actAs } from './people.ts'
import type { Plan } from './plan.ts'
import { type Random, randomFrom } from './random.ts'
import { everythingSettled } from './scheduler.ts'
import { type ClientBug, createWorld, type Tab, type World } from './world.ts'

export type Bugs = { serverBug?: ServerBug; clientBug?: ClientBug }
type Ended = { broken: Broken | null; trace: readonly string[]; steps: number }

/** Runs a plan from its first action until every device is in sync, with checks throughout. */
export async function run(plan: Plan, bugs: Bugs = {}): Promise<Ended> {
  const world = createWorld(plan, bugs)
  let steps = 0
  for (const tab of world.phones.flatMap(({ tabs }) => tabs)) void world.sync(tab)
  for (let action = 0; action < plan.actions && !world.broken; action++) {
    const random = randomFrom(plan.seed, 'action', action)
    if (!plan.skip.includes(action)) happen(world, random)
    await everythingSettled()
    for (let left = random.between(0, 16); left > 0 && !world.broken; left--) if (await world.scheduler.step()) steps++
  }
  if (!world.broken) await comeToRest(world)
  if (!world.broken) {
    try {
      checkEnd(world)
    } catch (error) {
      world.failed(error)
    }
  }
  return { broken: world.broken, trace: world.scheduler.trace, steps }
}

/** One event in the world. */
function happen(world: World, random: Random): void {
  const tab = random.pick(world.phones.flatMap(({ tabs }) => tabs))
  const luck = random.next()
  // Usually the same user signs in again.
  if (tab.phone.isLeft) {
    if (luck < 0.5) world.signIn(tab.phone, luck < 0.35 ? tab.own.userId : random.between(1, world.plan.people))
    return
  }
  if (!tab.isReady) return
  if (luck < 0.38) actAs(world, tab, random)
  else if (luck < 0.7) void world.sync(tab)
  else if (luck < 0.78) sell(world, random)
  else if (luck < 0.82) world.pass(random.between(0, random.pick([HOUR, 10 * HOUR, 2 * DAY])))
  else injectFault(world, tab, random)
}

function injectFault(world: World, tab: Tab, random: Random): void {
  const { faults, server, phones } = world
  const { phone } = tab
  const possible = [
    ...(faults.die > 0 ? [() => world.killTab(tab)] : []),
    ...(faults.clock > 0 ? [() => setClock(world, tab, random)] : []),
    ...(faults.offline > 0 ? [() => (phone.isOffline = !phone.isOffline)] : []),
    ...(faults.tokens > 0 ? [() => (phone.session.valid = !phone.session.valid)] : []),
    ...(faults.otherUser > 0 ? [() => signInAs(world, tab, random.between(1, world.plan.people))] : []),
    ...(faults.serverDies > 0 ? [() => server.die()] : []),
    ...(faults.restore > 0 ? [() => world.backUp(), () => world.restore()] : []),
    ...(faults.gone > 0 ? [() => world.forgetOldCursors()] : []),
    ...(faults.edits > 0 ? [() => setUp(world, random)] : []),
    ...(faults.bags > 0 ? [() => countBag(world, random)] : []),
    ...(faults.office > 0 ? [() => changeRound(world, random), () => changeRound(world, random)] : []),
    ...(faults.vans > 0 ? [() => giveVan(world, random)] : []),
    ...(faults.deletion > 0 ? [() => void server.deleteMachine(DELETED).catch(world.failed)] : []),
    ...(faults.leaving > 0 ? [() => void world.leave(tab)] : []),
    ...(faults.freezing > 0 ? [() => freeze(world, tab, random)] : []),
    ...(faults.rights > 0 ? [() => changeRights(world, random), () => assign(world, random)] : []),
  ]
  if (possible.length > 0 && phones.length > 0) random.pick(possible)()
}

/** The one machine that is deleted in some runs. */
const DELETED = 2

function setClock(world: World, { phone }: Tab, random: Random): void {
  const now = world.scheduler.now()
  phone.skew = random.pick([0, random.between(-3 * HOUR, 3 * HOUR), Date.UTC(1970, 0, 2) - now, Date.UTC(2099, 0) - now])
}

function freeze({ scheduler }: World, { actor }: Tab, random: Random): void {
  actor.frozenUntil = scheduler.now() + random.between(0, random.pick([MINUTE, HOUR, 5 * HOUR]))
}

function signInAs(world: World, tab: Tab, userId: number): void {
  Object.assign(tab.phone.session, { userId, valid: true })
  world.killTab(tab, userId)
}

function sell(world: World, random: Random): void {
  const { server, scheduler, plan } = world
  const late = plan.steady || random.chance(0.6) ? 0 : random.between(0, 3 * DAY)
  void server.sell(random.uuid(), random.pick(inMachines(server.state.points)), scheduler.now() - late).catch(world.failed)
  if (plan.steady) scheduler.pass(40_000)
}

const inMachines = (points: ReadonlyMap<StockPointId, Point>) =>
  [...points.values()].flatMap(({ id, machineId }) => (machineId === NO_MACHINE ? [] : [id]))

/** The office adds or deletes a slot, whatever operations are pending for it. */
function setUp({ server, scheduler, plan, failed }: World, random: Random): void {
  const slots = [...server.state.slots.values()]
  const slot = slots.length > 2 && random.chance(0.5) ? random.pick(slots) : null
  if (plan.steady) scheduler.pass(40_000)
  const done = slot
    ? server.deleteSlot(random.uuid(), slot.slotId, random.chance(0.5))
    : server.addSlot(random.pick([1, 2]), random.pick(PRODUCTS))
  void done.catch(failed)
  if (plan.steady) scheduler.pass(40_000)
}

function changeRights({ server, plan }: World, random: Random): void {
  const userId = random.between(1, plan.people)
  const person = server.state.people.get(userId)
  if (userId === 1 || !person) return
  const changed = random.chance(0.4) ? { enabled: !person.enabled } : { role: random.pick(['manager', 'employee'] as const) }
  server.state.people.set(userId, { ...person, ...changed })
}

function assign({ server, plan, failed }: World, random: Random): void {
  const userId = random.between(1, plan.people)
  const machine = random.between(1, 3)
  if (userId !== 1) void server.assign(userId, machine, server.state.assigned.get(`${userId}/${machine}`) !== true).catch(failed)
}

/** Repairs all faults and restores all rights; then every user of a phone signs in there and syncs, until all are in sync. */
async function comeToRest(world: World): Promise<void> {
  world.heal()
  const { people } = world.server.state
  for (const person of people.values()) people.set(person.userId, { ...person, enabled: true })
  await world.settle()
  // Operations recorded in this run of the app are compared with the server's clock in the same run.
  if (world.plan.clocksChange) await syncAsTheyAre(world)
  for (let round = 0; round < 3; round++) {
    for (const phone of world.phones) {
      phone.isOffline = false
      for (const { userId } of [...phone.owns]) {
        world.signIn(phone, userId)
        await world.settle()
        const [tab] = phone.tabs
        if (tab) void world.sync(tab)
        await world.settle()
        if (world.broken) return
        world.pass(HOUR)
      }
    }
  }
}

async function syncAsTheyAre(world: World): Promise<void> {
  for (const phone of world.phones) {
    phone.isOffline = false
    if (phone.isLeft) continue
    phone.session.valid = true
    for (const tab of phone.tabs) void world.sync(tab)
    await world.settle()
  }
}
