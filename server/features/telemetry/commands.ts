import { randomUUID } from 'node:crypto'
import { CREDIT_LIFETIME_SECONDS, type RequestedCommand, type RestartOutcome } from '#contract/devices.ts'
import type { Command } from '#contract/telemetry.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import { acceptsCredit, RESTART_DURATION } from '#domain/machines/connectivity.ts'
import { acceptsCommands } from '#domain/machines/device.ts'
import { kindOf, type MachineState } from '#domain/machines/machine.ts'
import { toMinor } from '#domain/money.ts'
import { DAY, HOUR, MINUTE, type Moment, SECOND, toIso } from '#domain/time.ts'
import { type Audited, audit } from '../../audit-log/audit-log.store.ts'
import { publishEvents } from '../../events/events.store.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { keyOf } from '../../idempotency/idempotency.ts'
import { stateNow } from '../../machine-state/connection.ts'
import { writeState } from '../../machine-state/heartbeat.store.ts'
import { commandsOfMachine, insertCommand, lockPerson, type NewCommand, requestedSince, writeRestart } from './commands.store.ts'
import { type MachineChange, publishMachineEvents } from './machine-events.ts'

/** In whole units of any currency. */
const HIGHEST_CREDIT = 100

type Wish = {
  id: OperationId
  machine: MachineId
  kind: 'RESTART' | 'CREDIT'
  payload: Record<string, unknown>
  lasts: number
  /** Why a machine in this state cannot receive the command. */
  unfit(state: MachineState): Refusal | null
  isTooOften(caller: RequestContext, now: Moment): Promise<Refusal | null>
  action: Audited['action']
}

export async function restartMachine(caller: RequestContext, machine: MachineId): Promise<Command | Refusal> {
  const id = keyOf(caller.request) ?? randomUUID()
  if (id instanceof Refusal) return id
  const queued = await queueRestart(caller, machine, id)
  if (queued instanceof Refusal) return queued
  await publishRestarts(caller, [queued])
  return queued.command
}

/** Restarts each machine that can be restarted. A refused machine does not affect the others. */
export async function restartMachines(caller: RequestContext, machines: readonly MachineId[]): Promise<RestartOutcome[]> {
  const queued: QueuedRestart[] = []
  const outcomes: RestartOutcome[] = []
  // In the same order for every request, because two that lock machines in different orders stop each other.
  for (const machine of [...new Set(machines)].toSorted((a, b) => a - b)) {
    const result = await queueRestart(caller, machine, randomUUID())
    const refusal = result instanceof Refusal ? result.code : null
    if (!(result instanceof Refusal)) queued.push(result)
    outcomes.push({ machineId: machine, refusal })
  }
  if (queued.length > 0) await publishRestarts(caller, queued)
  return outcomes
}

type QueuedRestart = CommandRequest & { machine: MachineId }

async function queueRestart(caller: RequestContext, machine: MachineId, id: OperationId): Promise<QueuedRestart | Refusal> {
  const { db, principal, ctx } = caller
  const now = ctx.now()
  const queued = await requestCommand(caller, now, {
    id,
    machine,
    kind: 'RESTART',
    payload: {},
    lasts: RESTART_DURATION,
    unfit: (state) => (state === 'RESTARTING' ? refuse('ALREADY_RESTARTING') : offline(state)),
    isTooOften: ({ request }) =>
      isTooMuch(caller, { kind: 'RESTART', machine }, { most: request.server.limits.restarts, within: HOUR }, now),
    action: 'machine-restarted',
  })
  if (queued instanceof Refusal) return queued
  await writeRestart(db, principal.companyId, machine, now)
  await writeState(db, principal.companyId, machine, 'RESTARTING', now)
  return { ...queued, machine }
}

/** The last statements of the transaction. */
async function publishRestarts({ db, principal, ctx }: RequestContext, restarts: readonly QueuedRestart[]): Promise<void> {
  const now = ctx.now()
  const audited = restarts.map((restart) => restart.audited)
  await audit(db, principal.companyId, { userId: principal.userId, at: now }, audited)
  const changes = restarts.map(({ machine, command }): MachineChange => {
    const details = { command: command.id }
    return { machine, stock: false, happened: [{ activity: 'SENT_RESTART', at: now, by: principal.userId, details }] }
  })
  await publishMachineEvents(db, principal.companyId, changes, now)
}

export async function sendCredit(caller: RequestContext, machine: MachineId, amount: number): Promise<Command | Refusal> {
  const { db, principal, ctx } = caller
  const most = toMinor(HIGHEST_CREDIT, principal.currency)
  if (amount > most) return refuse('INVALID', { detail: `amount: must be at most ${most}` })
  const now = ctx.now()
  const id = keyOf(caller.request) ?? randomUUID()
  if (id instanceof Refusal) return id
  await lockPerson(db, principal.companyId, principal.userId)
  const queued = await requestCommand(caller, now, {
    id,
    machine,
    kind: 'CREDIT',
    payload: { amount, validity: CREDIT_LIFETIME_SECONDS },
    lasts: CREDIT_LIFETIME_SECONDS * SECOND,
    unfit: (state) => offline(state) ?? (acceptsCredit(state) ? null : refuse('MACHINE_NOT_RUNNING')),
    isTooOften: async ({ request: { server } }) => {
      const own = { kind: 'CREDIT', user: principal.userId } as const
      return (
        (await isTooMuch(caller, own, { most: server.limits.credits, within: MINUTE }, now)) ??
        (await isTooMuch(caller, own, { most: server.limits.creditsADay, within: DAY }, now))
      )
    },
    action: 'credit-sent',
  })
  if (queued instanceof Refusal) return queued
  await audit(db, principal.companyId, { userId: principal.userId, at: now }, [queued.audited])
  const money = { minor: amount, currency: principal.currency }
  const details = { command: queued.command.id }
  await publishEvents(
    db,
    principal.companyId,
    [{ activity: 'SENT_CREDIT', at: now, machineId: machine, changed: ['devices'], by: principal.userId, money, details }],
    now,
  )
  return queued.command
}

/** Recent commands of a machine and their outcomes. */
export async function showCommands({ db, principal, ctx }: RequestContext, machine: MachineId): Promise<RequestedCommand[] | Refusal> {
  if (!(await visibleMachine(db, principal, machine))) return refuse('MACHINE_NOT_FOUND')
  const now = ctx.now()
  const found = await commandsOfMachine(db, principal.companyId, machine, { since: now - DAY, now })
  return found.map(({ kind, askedAt, validUntil, ...command }) => ({
    ...command,
    kind: kind === 'CREDIT' ? kind : 'RESTART',
    askedAt: toIso(askedAt),
    validUntil: toIso(validUntil),
  }))
}

const offline = (state: MachineState): Refusal | null => (kindOf(state) === 'offline' ? refuse('MACHINE_OFFLINE') : null)

type CommandRequest = { command: Command; audited: Audited }

/** Sends a command to the device of a machine. */
async function requestCommand(caller: RequestContext, now: Moment, wish: Wish): Promise<CommandRequest | Refusal> {
  const { db, principal } = caller
  const { id, machine, kind, payload } = wish
  if (!(await visibleMachine(db, principal, machine))) return refuse('MACHINE_NOT_FOUND')
  const { state, devices } = await stateNow(db, principal.companyId, machine, now)
  const device = devices.find(({ type }) => acceptsCommands(type))
  const unfit = devices.length > 0 && !device ? refuse('TAKES_NO_COMMANDS') : wish.unfit(state)
  const refused = unfit ?? (await wish.isTooOften(caller, now))
  if (refused || !device) return refused ?? refuse('MACHINE_OFFLINE')
  const newCommand: NewCommand = {
    id,
    deviceId: device.id,
    machineId: machine,
    kind,
    payload,
    askedBy: principal.userId,
    askedAt: now,
    validUntil: now + wish.lasts,
  }
  const command = await insertCommand(db, principal.companyId, newCommand)
  if (!command) return refuse('IDEMPOTENCY_KEY_REUSED')
  const audited: Audited = { action: wish.action, of: { kind: 'machine', id: machine }, after: { command: id, ...payload } }
  return { command, audited }
}

type Bound = { most: number; within: number }

/** The rate limit refusal, or null below the limit. */
export const tooMany = ({ count, first }: { count: number; first: Moment | null }, { most, within }: Bound, now: Moment): Refusal | null =>
  count < most ? null : refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: ((first ?? now) + within - now) / SECOND })

async function isTooMuch(
  { db, principal }: RequestContext,
  of: Parameters<typeof requestedSince>[2],
  bound: Bound,
  now: Moment,
): Promise<Refusal | null> {
  return tooMany(await requestedSince(db, principal.companyId, of, now - bound.within), bound, now)
}
