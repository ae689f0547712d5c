import type { OperationId } from '#domain/ids.ts'
import { linesOfVan } from './day-checks.ts'
import { expectedLines } from './expected-lines.ts'
import { Broken, type Kept } from './facts.ts'
import { checkEndOfDay } from './final-day-checks.ts'
import { outboxOn, rowsOn, slotsOn, stockOn } from './memory-store.ts'
import { cardOf, inventoryOf, slotsOf } from './model-pull.ts'
import { POISON } from './model-server.ts'
import { vanOf } from './model-vans.ts'
import { type RecordedOperation, replay } from './reference.ts'
import type { World } from './world.ts'

const isPoisoned = ({ body }: { body: unknown }) => JSON.stringify(body).includes(POISON)

/** Invariants after every device has had the time and the network to send and receive everything. */
export function checkEnd(world: World): void {
  checkFates(world)
  checkConvergence(world)
  if (world.plan.steady) checkOrder(world)
  checkStock(world)
  checkMaximums(world)
  checkNotes(world)
  checkWithdrawals(world)
  checkReports(world)
  checkAudits(world)
  checkEndOfDay(world)
}

function checkFates({ server: { state }, watch }: World): void {
  for (const known of watch.kept.values()) {
    const stored = state.operations.get(known.opId)
    if (known.ended) {
      if (stored?.status === 'applied') throw new Broken('exactly once', `${known.opId} was ${known.ended}, and still counts`)
      continue
    }
    const entry = outboxOn(known.own.disk).entries.find(({ opId }) => opId === known.opId)
    if (known.isOld && entry?.state === 'needs-you' && ['INVALID', 'UNKNOWN_CALL'].includes(entry.refusal?.code ?? ''))
      throw new Broken("every released app's operations still apply", `${known.call} of the previous release: ${entry.refusal?.code}`)
    if (stored?.status === 'applied') {
      if (entry) throw new Broken('liveness', `${known.call} ${known.opId} is applied on the server and still ${entry.state} in the outbox`)
      continue
    }
    if (entry?.state === 'needs-you' || (entry && isPoisoned(entry))) continue
    if (entry?.state === 'queued' || entry?.state === 'sending')
      throw new Broken('liveness', `${known.call} ${known.opId} is still pending`)
    throw new Broken(
      known.acknowledged ? 'restore from backup loses nothing acknowledged' : 'no loss',
      `${known.call} ${known.opId} is not on the server, and no user has to decide about it (${entry?.state ?? 'journal'})`,
    )
  }
}

function checkConvergence({ server: { state }, phones, scheduler }: World): void {
  for (const own of phones.flatMap(({ owns }) => owns)) {
    const person = state.people.get(own.userId)
    if (!person) continue
    const back = rowsOn(own.disk, 'machines').find(({ id }) => state.deleted.has(id))
    if (back) throw new Broken('deleted machines stay deleted', `${own.name} still contains the deleted machine ${back.id}`)
    const inService = [...state.machines.keys()].filter((id) => !state.deleted.has(id))
    const seen = inService.filter((id) => person.role === 'manager' || state.assigned.get(`${own.userId}/${id}`))
    const held = rowsOn(own.disk, 'inventory').map(({ machineId }) => machineId)
    if (held.sort().join() !== seen.sort().join())
      throw new Broken('convergence', `${own.name} contains machines ${held}, and ${seen} are assigned`)
    for (const record of stockOn(own.disk)) {
      const right = inventoryOf(state, record.machineId, scheduler.now()).stocks
      if (JSON.stringify(record.stocks) !== JSON.stringify(right))
        throw new Broken(
          'convergence',
          `${own.name} has other stock in machine ${record.machineId} than the server: ${JSON.stringify(record.stocks)} instead of ${JSON.stringify(right)}`,
        )
    }
    for (const { id, note, lastWithdrawDatetime } of rowsOn(own.disk, 'machines')) {
      const right = cardOf(state, id)
      if (note !== right.note || lastWithdrawDatetime !== right.lastWithdrawDatetime)
        throw new Broken('convergence', `${own.name} differs from the server in machine ${id}`)
    }
    for (const { machineId, slots } of slotsOn(own.disk)) {
      if (JSON.stringify(slots) !== JSON.stringify(slotsOf(state, machineId).slots))
        throw new Broken('convergence', `${own.name} differs from the server in the slots of machine ${machineId}`)
    }
  }
}

/** In a steady world, comparing clocks over a slow network has an error of at most half the longest round trip. */
const TOLERANCE = 16_000

function checkStock(world: World): void {
  const { server, watch, plan } = world
  const reported: RecordedOperation[] = []
  const undone = new Set<OperationId>()
  for (const stored of server.state.operations.values()) {
    if (stored.status !== 'applied') continue
    const known = watch.kept.get(stored.opId)
    if (!known) continue
    const expected = Math.max(0, Math.min(known.sent?.occurredAt ?? 0, stored.at))
    if (stored.at !== expected)
      throw new Broken('event-time truth', `${stored.opId} counts at ${stored.at}, and was sent with ${known.sent?.occurredAt}`)
    if (plan.steady && Math.abs(stored.at - known.trueAt) > TOLERANCE && !(plan.restarts && isExcused(known)))
      throw new Broken(
        'event-time truth',
        `${stored.opId} happened at ${known.trueAt} and counts at ${stored.at}: ${JSON.stringify(known.entry)}`,
      )
    if (known.call === 'handOver') {
      const one = handedBy(world, known)
      if (one && !reported.some(({ opId }) => opId === one.opId)) reported.push(one)
      continue
    }
    if (known.call === 'voidOperation') undone.add((known.body as { operationId: OperationId }).operationId)
    reported.push({
      opId: stored.opId,
      at: plan.steady && !plan.restarts ? known.trueAt : stored.at,
      lines: [
        ...expectedLines(known, { stocks: placesFor(world, known) }),
        ...linesOfVan(known, vanOf(server.state, known.userId, stored.at), server.state),
      ],
    })
  }
  for (const [point, entries] of server.state.movements) {
    const ofHouse = entries
      .filter(({ operation }) => !watch.kept.has(operation) && !server.state.handOvers.has(operation))
      .map(({ operation, at, kind, quantity }) => ({ opId: operation, at, lines: [{ point, kind, quantity }] }))
    const right = replay([...reported, ...ofHouse], undone).get(point) ?? 0
    const balance = server.state.points.get(point)?.level.quantity
    if (balance !== right) throw new Broken('event-time truth', `stock point ${point} contains ${balance} instead of ${right}`)
  }
}

/** A hand-over counts at the time at which the giver showed its code, from whichever phone it arrives. */
function handedBy({ server: { state }, codes, plan }: World, { body }: Kept): RecordedOperation | null {
  const { id } = body as { id: OperationId }
  const [handed, code] = [state.handOvers.get(id), codes.find((one) => one.body.id === id)]
  if (!handed || !code) throw new Broken('no loss', `the hand-over ${id} was accepted, and is not recorded`)
  if (plan.steady && !plan.restarts && Math.abs(handed.at - code.trueAt) > TOLERANCE)
    throw new Broken('event-time truth', `the hand-over ${id} happened at ${code.trueAt} and counts at ${handed.at}`)
  const at = plan.steady && !plan.restarts ? code.trueAt : handed.at
  return { opId: id, at, lines: linesOfVan({ call: 'handOver', body }, null, state) }
}

/**
 * If a clock was set and the app restarted, the time may be an estimate, marked as such with a lower bound. The app cannot know better if
 * its run never reached the server, or if the clock was changed and corrected unnoticed.
 */
function isExcused({ entry: { heard, heardHere, steady, clockOffset, uncertainSince }, trueAt }: Kept): boolean {
  const heardInItsRun = [heard, heardHere].some((sample) => sample?.steady?.run === steady?.run)
  const isUnnoticed = heard != null && clockOffset !== null && Math.abs(heard.offset - clockOffset) <= TOLERANCE * 2
  if (!heardInItsRun || isUnnoticed) return true
  return uncertainSince != null && uncertainSince <= trueAt + TOLERANCE
}

/** Operations of one device count in the order they were recorded, whatever its clock showed. */
function checkOrder({ server: { state }, watch, phones }: World): void {
  for (const own of phones.flatMap(({ owns }) => owns)) {
    const done = [...watch.kept.values()].flatMap((known) => {
      const stored = state.operations.get(known.opId)
      const { order } = known
      // The server replaces a time in the future and marks it.
      const isPossible = stored?.status === 'applied' && stored.at === known.sent?.occurredAt
      return known.own === own && order != null && isPossible ? [{ order, opId: known.opId, at: stored.at }] : []
    })
    done.sort((a, b) => a.order - b.order)
    for (const [index, one] of done.entries()) {
      const next = done[index + 1]
      if (next && next.at < one.at)
        throw new Broken('order within a device', `${next.opId} was recorded after ${one.opId} on ${own.name}, and counts before it`)
    }
  }
}

/** The machine's slots when the server received the operation: "full" refers to the maximum at that time. */
const placesFor = ({ server: { state }, watch }: World, { opId, machineId }: Kept) =>
  [...state.points.values()]
    .filter((point) => point.machineId === machineId)
    .map(({ id, productId, slotId, slotNumber, level }) => ({
      productInstallationId: id,
      productId,
      slotId,
      slotNumber,
      maxQuantity: watch.maximums.get(opId)?.get(id) ?? null,
      balance: level.quantity,
      counted: level.counted,
    }))

type Edit = { slotId: number; maxQuantity?: number; base?: { maxQuantity?: number } }

function checkMaximums({ server: { state }, watch }: World): void {
  const newest = new Map<number, { at: number; opId: string; maxQuantity: number }>()
  for (const { opId, at, status, call } of state.operations.values()) {
    if (call !== 'editSlots' || status !== 'applied') continue
    for (const { slotId, maxQuantity, base } of (watch.kept.get(opId)?.body ?? []) as Edit[]) {
      if (maxQuantity === undefined || maxQuantity === base?.maxQuantity) continue
      const before = newest.get(slotId)
      if (!before || at > before.at || (at === before.at && opId > before.opId)) newest.set(slotId, { at, opId, maxQuantity })
    }
  }
  for (const [slotId, { maxQuantity }] of newest) {
    const slot = state.slots.get(slotId)
    // A deleted slot receives nothing more.
    if (slot && slot.maxQuantity !== maxQuantity)
      throw new Broken(
        'slot edits independent of order',
        `slot ${slotId} has the maximum ${slot.maxQuantity}, and ${maxQuantity} was set last`,
      )
  }
}

/** Of several notes of a machine the one written last is kept, in any order of arrival. */
function checkNotes({ server: { state }, watch }: World): void {
  const newest = new Map<number, { at: number; opId: string; note: string }>()
  for (const { opId, machineId, at, status, call } of state.operations.values()) {
    if (call !== 'writeNote' || status !== 'applied') continue
    const { note } = (watch.kept.get(opId)?.body ?? { note: '' }) as { note: string }
    const before = newest.get(machineId)
    if (!before || at > before.at || (at === before.at && opId > before.opId)) newest.set(machineId, { at, opId, note })
  }
  for (const [machineId, { note }] of newest) {
    const stands = state.notes.get(machineId)?.note
    if (stands !== (note || null))
      throw new Broken('the newest note stands', `machine ${machineId} has the note ${stands}, and ${note} was written last`)
  }
}

function checkWithdrawals({ server: { state }, watch }: World): void {
  const reported = [...state.withdrawals.values()].flat().map(({ operation }) => operation)
  const done = [...state.operations.values()].filter(({ call, status }) => call === 'withdrawCash' && status === 'applied')
  if (reported.length !== done.length || new Set(reported).size !== done.length)
    throw new Broken('a withdrawal counts once', `${done.length} withdrawals were accepted, and ${reported.length} are recorded`)
  for (const { operation, collection } of [...state.withdrawals.values()].flat()) {
    const bodyText = JSON.stringify(watch.kept.get(operation)?.body ?? null)
    if (bodyText !== JSON.stringify(collection))
      throw new Broken('a collection keeps its bag', `${operation} is stored with ${JSON.stringify(collection)} instead of ${bodyText}`)
  }
}

/** Each accepted report and proposal is there exactly once, at the time at which it was made. */
function checkReports({ server: { state } }: World): void {
  const reported = [...state.filed.values()].flat()
  const done = [...state.operations.values()].filter(
    ({ call, status }) => (call === 'reportProblem' || call === 'proposeProduct') && status === 'applied',
  )
  const isThere = ({ opId, call, at }: (typeof done)[number]) =>
    reported.filter((one) => one.operation === opId && one.call === call && one.at === at).length === 1
  if (reported.length !== done.length || !done.every(isThere))
    throw new Broken('a report counts once, at its time', `${done.length} were accepted, and ${reported.length} are there`)
}

/** Each read-out adds what the machine counted since the previous reading, in any order of arrival. */
function checkAudits({ server: { state }, watch }: World): void {
  const promise = 'an audit counts once, and between its neighbours'
  for (const machineId of state.machines.keys()) {
    const readings = state.readings.get(machineId) ?? []
    const done = [...state.operations.values()].filter(
      ({ call, status, machineId: of }) => call === 'recordAudit' && status === 'applied' && of === machineId,
    )
    const files = new Set(done.map(({ opId }) => ((watch.kept.get(opId)?.body ?? { file: '' }) as { file: string }).file))
    if (
      readings
        .map(({ file }) => file)
        .sort()
        .join() !== [...files].sort().join()
    )
      throw new Broken(
        promise,
        `machine ${machineId} was read out as ${[...files]}, and ${readings.map(({ file }) => file)} are in the books`,
      )
    for (const { operation, at, file } of readings) {
      const earlier = readings.filter((other) => other.at < at || (other.at === at && other.operation < operation))
      const last = earlier.reduce<(typeof earlier)[number] | null>(
        (a, b) => (a === null || b.at > a.at || (b.at === a.at && b.operation > a.operation) ? b : a),
        null,
      )
      const right = last ? Math.max(0, Number(file) - Number(last.file)) : 0
      if (state.audited.get(operation) !== right)
        throw new Broken(
          promise,
          `audit ${file} of machine ${machineId} brought ${state.audited.get(operation)} sales, and ${right} is right`,
        )
    }
  }
}
