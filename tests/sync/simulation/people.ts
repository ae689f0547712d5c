import type * as v from 'valibot'
import type { CollectionBody } from '#contract/collections.ts'
import type { InventoryRecord } from '#contract/sync.ts'
import { ROUND_MARKS, SKIP_REASONS, STOP_STATES } from '#domain/rounds/round.ts'
import { MINUTE, type Moment, toIso } from '#domain/time.ts'
import { toWhole } from '#domain/units.ts'
import { offsetOf } from '#offline/clock.ts'
import { discard, edit, enqueue, isUnsent, type OperationInput, retry } from '#offline/outbox.ts'
import { slotsWith, stockWith } from '#offline/projection.ts'
import type { OutboxEntry } from '#offline/records.ts'
import { shownTimes } from '#offline/stamping.ts'
import { Broken } from './facts.ts'
import { outboxOn, rowsOn, slotsOn, stockOn } from './memory-store.ts'
import { POISON } from './model-server.ts'
import { COFFEE_MACHINE, PRODUCTS, roundOf } from './model-state.ts'
import { actOnTheDay } from './people-on-the-day.ts'
import type { Random } from './random.ts'
import type { Own, Tab, World } from './world.ts'

const NOTES = ['', 'The key is at the porter’s', 'Coins are stuck', 'Second floor', 'Ring twice']
/** Notes, problems and proposals. Their slots may be of another machine, which the server refuses. */
const WORDS: readonly Pick<OperationInput, 'call' | 'body'>[] = [
  ...NOTES.map((note) => ({ call: 'writeNote' as const, body: { note } })),
  { call: 'reportProblem', body: { cause: 'MOTOR', outOfOrder: false } },
  { call: 'reportProblem', body: { cause: 'LEAK', outOfOrder: true, slotId: 21 } },
  { call: 'reportProblem', body: { cause: 'OTHER', outOfOrder: false, slotId: 24, note: 'It hums' } },
  { call: 'proposeProduct', body: { slotId: 22, productId: 13 } },
  { call: 'proposeProduct', body: { slotId: 25, productId: 14 } },
]

/** What is known of a collection; older apps send null. */
const COLLECTIONS: readonly v.InferOutput<typeof CollectionBody>[] = [
  null,
  null,
  {},
  { bag: 'B-7' },
  { bag: 'B-8', counted: 12.5 },
  { floatIn: 20, reading: { cashBox: 100, bills: 5, at: '2026-03-01T10:00:00Z', source: 'TYPED' } },
]

/** A user performs an action with what the screen shows. */
export function actAs(world: World, tab: Tab, random: Random): void {
  const { own } = tab
  const machines = shownStock(own, tab.device.now()).filter(({ stocks }) => stocks.length > 0)
  const entries = outboxOn(own.disk).entries
  const { faults } = world
  if (actOnTheDay(world, tab, random, write)) return
  if (faults.rounds > 0 && random.chance(faults.rounds)) {
    // What is not on the phone cannot be marked.
    if (rowsOn(own.disk, 'rounds').length > 0) markRound(world, tab, random)
    return
  }
  const kind = random.pick([
    'work',
    'work',
    'work',
    'work',
    'work',
    'undo',
    'note',
    'withdraw',
    'read out',
    'edit slots',
    'edit slots',
    'change',
    'discard',
    'retry',
    'odd',
  ] as const)
  const entry = entries.length > 0 ? random.pick(entries) : null
  const record = machines.length > 0 ? random.pick(machines) : null
  if (kind === 'undo') undo(world, tab, random)
  else if (kind === 'change' && entry) changeUnsent(world, tab, entry, random)
  else if (kind === 'discard' && entry) giveUp(world, tab, entry)
  else if (kind === 'retry' && entry) tryAgain(world, tab, entry, random)
  else if (kind === 'edit slots' && faults.edits > 0) editSlots(world, tab, random)
  else if (!record) return
  else if (kind === 'note') write(world, tab, { ...random.pick(WORDS), machineId: record.machineId })
  else if (kind === 'withdraw') write(world, tab, { call: 'withdrawCash', machineId: record.machineId, body: random.pick(COLLECTIONS) })
  else if (kind === 'read out') readOut(world, tab, record.machineId, random)
  else if (kind === 'odd' && faults.oldApp > 0 && random.chance(0.5)) workWithOldApp(world, tab, record, random)
  else if (kind === 'odd') write(world, tab, unusualOperation(record, random, faults.poison > 0))
  else write(world, tab, operationOn(record, random))
}

const shownStock = ({ disk }: Own, now: Moment): InventoryRecord[] => {
  const clock = rowsOn(disk, 'meta').find(({ key }) => key === 'clock')
  const samples = clock?.key === 'clock' ? clock.value.samples : []
  const offset = offsetOf({ samples }) ?? 0
  const entries = shownTimes(outboxOn(disk).entries, { samples, now })
  return stockOn(disk).map((record) => stockWith(record, entries, offset, rowsOn(disk, 'journal')))
}

function write(world: World, tab: Tab, operation: OperationInput): void {
  void world.doIn(async () => {
    const visit = world.plan.faults.office > 0 ? { visit: { id: world.random.uuid(), start: 'LIST' as const } } : {}
    const done = await enqueue(tab.device, { ...operation, ...visit })
    if ('kept' in done && !world.watch.kept.has(done.kept))
      world.failed(new Broken('no loss', `${done.kept} was confirmed and never stored`))
  })
}

function operationOn({ machineId, stocks }: InventoryRecord, random: Random): OperationInput {
  const chosen = [...new Set([random.pick(stocks), random.pick(stocks)])]
  const scale = machineId === COFFEE_MACHINE ? 300 : 1
  const amount = () => random.between(0, 6) * scale
  const place = ({ productInstallationId, productId }: InventoryRecord['stocks'][number]) =>
    machineId === COFFEE_MACHINE ? { productId } : { productInstallationId }
  if (random.chance(0.5)) {
    const body = chosen.map((stock) => ({ ...place(stock), quantity: amount(), ...(random.chance(0.25) ? { full: true } : {}) }))
    return { call: machineId === COFFEE_MACHINE ? 'restockProducts' : 'restockSlots', machineId, body }
  }
  const changed = chosen.map((stock) => ({ ...place(stock), quantity: amount(), baseQuantity: toWhole(stock.balance) }))
  const body = { type: random.pick(['ADJUST', 'SOLD', 'LOSS'] as const), stocks: changed }
  return { call: machineId === COFFEE_MACHINE ? 'changeCoffeeInventory' : 'changeInventory', machineId, body }
}

/** Operations that every server rejects: too long, against the rules, or causing an internal error each time. */
function unusualOperation({ machineId, stocks: [stock] }: InventoryRecord, random: Random, mayPoison: boolean): OperationInput {
  const one = { productInstallationId: stock?.productInstallationId ?? 0, quantity: 1 }
  const odd = random.pick(['too long', 'broken', mayPoison ? POISON : 'broken'] as const)
  if (odd === 'too long') return { call: 'restockSlots', machineId, body: Array.from({ length: 160 }, () => one) }
  return { call: 'changeInventory', machineId, body: { type: 'ADJUST', note: odd, stocks: odd === POISON ? [one] : [] } }
}

/** Skips, resumes, completes or moves a stop of the own round, or starts or finishes the round; now and then that of another person. */
function markRound(world: World, tab: Tab, random: Random): void {
  const machineId = random.pick([1, 2, COFFEE_MACHINE])
  const round = roundOf(random.chance(0.05) ? tab.own.userId + 1 : tab.own.userId)
  if (random.chance(0.25)) {
    write(world, tab, { call: 'markRound', machineId, body: { round, state: random.pick(ROUND_MARKS) } })
    return
  }
  const position = random.chance(0.5) ? { position: random.between(1, 9) } : {}
  const state = random.chance(0.7) ? { state: random.pick(STOP_STATES), reason: random.pick(SKIP_REASONS) } : {}
  write(world, tab, { call: 'markStop', machineId, body: { round, ...position, ...state } })
}

function undo(world: World, tab: Tab, random: Random): void {
  const { disk } = tab.own
  const done = [...rowsOn(disk, 'journal').filter(({ state }) => state === 'processed'), ...outboxOn(disk).entries].filter(
    ({ call }) =>
      !['voidOperation', 'editSlots', 'writeNote', 'recordAudit', 'markStop', 'markRound', 'changeVan', 'handOver'].includes(call),
  )
  if (done.length === 0) return
  const { opId, machineId } = random.pick(done)
  write(world, tab, { call: 'voidOperation', machineId, body: { operationId: opId } })
}

/** The machine's current counter, or a file that this user has recorded before and takes for a new one. */
function readOut(world: World, tab: Tab, machineId: number, random: Random): void {
  const { disk } = tab.own
  const before = [...rowsOn(disk, 'journal'), ...outboxOn(disk).entries].filter(
    (entry) => entry.call === 'recordAudit' && entry.machineId === machineId,
  )
  const again = before.length > 0 && random.chance(0.3) ? random.pick(before).body : null
  const body = again ?? { file: String(Math.floor(world.scheduler.now() / MINUTE)), readAt: toIso(tab.device.now()) }
  write(world, tab, { call: 'recordAudit', machineId, body })
}

function editSlots(world: World, tab: Tab, random: Random): void {
  const { disk, userId } = tab.own
  if (world.server.state.people.get(userId)?.role !== 'manager' && random.chance(0.8)) return
  const records = slotsOn(disk).filter(({ slots }) => slots.length > 0)
  if (records.length === 0) return
  const { machineId, slots } = slotsWith(random.pick(records), outboxOn(disk).entries)
  const body = [...new Set([random.pick(slots), random.pick(slots)])].map(({ slotId, productId, vendPrice, maxQuantity }) => ({
    slotId,
    base: { productId, vendPrice, maxQuantity },
    ...(random.chance(0.6) ? { maxQuantity: random.between(4, 16) } : {}),
    ...(random.chance(0.4) ? { vendPrice: random.between(100, 300) } : {}),
    ...(random.chance(0.2) ? { productId: random.pick(PRODUCTS) } : {}),
  }))
  write(world, tab, { call: 'editSlots', machineId, body })
}

function changeUnsent(world: World, tab: Tab, entry: OutboxEntry, random: Random): void {
  if (entry.call !== 'restockSlots' || !isUnsent(entry)) return
  const body = (entry.body as { quantity: number }[]).map((item) => ({ ...item, quantity: random.between(0, 6) }))
  void world.doIn(() => edit(tab.device, entry.opId, body))
}

function giveUp(world: World, tab: Tab, { opId }: OutboxEntry): void {
  world.watch.wishes.discards.add(opId)
  void world.doIn(async () => {
    if (!(await discard(tab.device, opId)) && !world.watch.kept.get(opId)?.ended) world.watch.wishes.discards.delete(opId)
  })
}

function tryAgain(world: World, tab: Tab, { opId, state, body }: OutboxEntry, random: Random): void {
  if (state !== 'needs-you') return
  world.watch.wishes.retries.add(opId)
  void world.doIn(() => retry(tab.device, opId, random.chance(0.5) ? body : undefined))
}

/** The previous release stored fewer fields, and its operations contain fewer. */
function workWithOldApp(world: World, tab: Tab, { machineId, stocks }: InventoryRecord, random: Random): void {
  const { productInstallationId } = random.pick(stocks)
  const opId = random.uuid()
  const item = { productInstallationId, quantity: random.between(0, 6) }
  const operation = random.chance(0.5)
    ? { call: 'restockSlots', body: [item] }
    : { call: 'changeInventory', body: { type: 'ADJUST', stocks: [item] } }
  world.watch.wishes.old.add(opId)
  void world.doIn(() =>
    tab.device.store.write(['outbox', 'meta'], async (work) => {
      const row: unknown = { opId, machineId, ...operation, state: 'queued', rawAt: tab.device.now(), occurredAt: null }
      if (!world.watch.kept.has(opId)) await work.put('outbox', [row as OutboxEntry])
    }),
  )
}
