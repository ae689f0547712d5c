import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/debugger.ts'
import type { CheckedOf } from '#contract/endpoint.ts'
import { isInContact } from '#domain/machines/connectivity.ts'
import { acceptsCommands } from '#domain/machines/device.ts'
import { MINUTE, toIso } from '#domain/time.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import { publishEvents } from '../../events/events.store.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext, RequestContext } from '../../http/request-context.ts'
import { serve } from '../../http/serve.ts'
import { keyOf } from '../../idempotency/idempotency.ts'
import { insertCommand, requestedSince } from './commands.store.ts'
import { tooMany } from './commands.ts'
import { debugCommandsOf, debuggedDevice, logsOf } from './debugger.store.ts'

/** Commands expire if the device stays offline this long, because a command for now must not run tomorrow. */
const COMMAND_LIFETIME = 10 * MINUTE

/** Device details and commands for device managers. */
export function debuggerRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, contract.deviceDetails, async ({ params: { imei } }, { db, principal: { companyId } }) => {
    const device = await debuggedDevice(db, companyId, imei)
    if (!device) return refuse('DEVICE_NOT_FOUND')
    const { id, heardAt, signal: signalStrength, msisdn, firmware, firmwareAt } = device
    const now = ctx.now()
    return {
      imei,
      connected: isInContact(heardAt, now),
      signalStrength,
      msisdn,
      firmware,
      firmwareUpdate: firmwareAt === null ? null : toIso(firmwareAt),
      logs: await logsOf(db, companyId, id),
      commands: await debugCommandsOf(db, companyId, id, now),
    }
  })
  serve(app, ctx, contract.sendCommand, send)
}

async function send(
  { params: { imei }, body }: CheckedOf<typeof contract.sendCommand>,
  caller: RequestContext,
): Promise<contract.SentCommand | Refusal> {
  const { db, principal, ctx, request } = caller
  const { companyId, userId } = principal
  const command = body.dataItems[0]?.value
  const id = keyOf(request) ?? randomUUID()
  if (id instanceof Refusal) return id
  const device = await debuggedDevice(db, companyId, imei, { toAsk: true })
  if (!device) return refuse('DEVICE_NOT_FOUND')
  if (!acceptsCommands(device.type)) return refuse('TAKES_NO_COMMANDS')
  const now = ctx.now()
  const over = tooMany(
    await requestedSince(db, companyId, { kind: 'DEBUG', device: device.id }, now - MINUTE),
    { most: request.server.limits.debugs, within: MINUTE },
    now,
  )
  if (over) return over
  const written = await insertCommand(db, companyId, {
    id,
    deviceId: device.id,
    machineId: device.machineId,
    kind: 'DEBUG',
    payload: { command },
    askedBy: userId,
    askedAt: now,
    validUntil: now + COMMAND_LIFETIME,
  })
  if (!written) return refuse('IDEMPOTENCY_KEY_REUSED')
  await audit(db, companyId, { userId, at: now }, [
    { action: 'debug-command-sent', of: { kind: 'device', id: imei }, machine: device.machineId, after: { command: id, asks: command } },
  ])
  await publishEvents(db, companyId, [{ activity: 'DEBUG_COMMAND', at: now, machineId: device.machineId, changed: ['devices'] }], now)
  return { id, command: String(command), askedAt: toIso(now), state: 'queued' }
}
