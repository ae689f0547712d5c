import type { FastifyInstance } from 'fastify'
import type * as v from 'valibot'
import * as devices from '#contract/devices.ts'
import * as dexAudits from '#contract/dex-audits.ts'
import * as contract from '#contract/telemetry.ts'
import { toDecimal } from '#domain/money.ts'
import { seesMoney } from '#domain/team/permissions.ts'
import { fromIso } from '#domain/time.ts'
import { readTextBodies } from '../../http/json.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { pageOf, serve, serveDevice, serveDeviceOrManager, servePublic } from '../../http/serve.ts'
import { AUDIT_BYTES } from './audit-operations.ts'
import { showAudit, showAudits } from './audit-preview.ts'
import { confirmAudit, receiveAudit, showAllAudits, showMachineAudits, undoAudit } from './audits.handlers.ts'
import { publishOutcomes } from './command-outcomes.ts'
import { claimCommands, endCommand } from './commands.store.ts'
import { restartMachine, restartMachines, sendCredit, showCommands } from './commands.ts'
import { addDevice, changeDevice, claimDevice, connectDevice, deviceNow, disconnectDevice } from './devices.handlers.ts'
import { devicesIn, findDevices } from './devices.store.ts'
import { ingest } from './ingest.ts'
import type { Message } from './read-events.ts'
import { coinsOf, mdbDevicesOf } from './reports.store.ts'

/** Enough for a thousand events. */
const MESSAGE_BYTES = 1024 * 1024

/** As many read-outs as one file may hold, each of a machine with long read-outs. */
const BATCH_BYTES = 8 * 1024 * 1024

/** Endpoints for devices. */
export function telemetryRoutes(app: FastifyInstance, ctx: AppContext) {
  serveDevice(app, ctx, contract.sendEvents, ({ body }, { db, device }) => ingest(db, ctx, device, messageOf(body)), {
    bodyLimit: MESSAGE_BYTES,
  })

  void app.register(async (scope) => {
    readTextBodies(scope, contract.sendAudit.textField)
    serveDeviceOrManager(scope, ctx, contract.sendAudit, receiveAudit, { bodyLimit: AUDIT_BYTES })
  })

  servePublic(app, ctx, contract.claimDevice, claimDevice)

  serveDevice(app, ctx, contract.listCommands, (_input, { db, device }) => claimCommands(db, device, ctx.now()))

  serveDevice(app, ctx, contract.endCommand, async ({ params: { id }, body }, { db, device }) => {
    const now = ctx.now()
    const { outcome, details } = body
    const ended = await endCommand(db, device, id, { outcome, details }, now)
    if (!ended) return refuse('COMMAND_NOT_FOUND')
    if (ended.isNew) await publishOutcomes(db, device.companyId, [ended], now)
    return { id, outcome: ended.outcome }
  })
}

const messageOf = (body: v.InferOutput<typeof contract.TelemetryMessage>): Message =>
  Array.isArray(body)
    ? { sentAt: null, events: body }
    : { sentAt: body.sentAt === undefined || body.sentAt === null ? null : fromIso(body.sentAt), events: body.events }

/** Endpoints for users who manage devices. */
export function devicesRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, devices.listDevices, async ({ query }, { db, principal }) => {
    const found = await findDevices(db, principal.companyId, query)
    const now = ctx.now()
    const shown = found.devices.map((device) => deviceNow(device, now))
    return pageOf(shown, { ...query, total: found.total })
  })
  serve(app, ctx, devices.addDevice, addDevice)
  serve(app, ctx, devices.changeDevice, changeDevice)
  serve(app, ctx, devices.connectDevice, ({ params }, caller) => connectDevice(params, caller))
  serve(app, ctx, devices.disconnectDevice, ({ params }, caller) => disconnectDevice(params, caller))

  serve(app, ctx, devices.machineDevices, async ({ params: { id } }, { db, principal }) =>
    (await visibleMachine(db, principal, id)) ? devicesIn(db, principal.companyId, id) : refuse('MACHINE_NOT_FOUND'),
  )
  serve(app, ctx, devices.mdbDevices, async ({ params: { id } }, { db, principal }) =>
    (await visibleMachine(db, principal, id))
      ? ((await mdbDevicesOf(db, principal.companyId, id))?.value ?? [])
      : refuse('MACHINE_NOT_FOUND'),
  )
  serve(app, ctx, devices.coinAcceptor, async ({ params: { id } }, { db, principal }) => {
    if (!(await visibleMachine(db, principal, id))) return refuse('MACHINE_NOT_FOUND')
    const tubes = (await coinsOf(db, principal.companyId, id))?.value ?? []
    return tubes.map(({ value, count }) => ({ value: toDecimal(value, principal.currency), ...(seesMoney(principal) ? { count } : {}) }))
  })

  serve(app, ctx, dexAudits.previewAudit, showAudit, { snapshot: true, bodyLimit: AUDIT_BYTES })
  serve(app, ctx, dexAudits.previewAudits, showAudits, { snapshot: true, bodyLimit: BATCH_BYTES })
  serve(app, ctx, dexAudits.listAudits, showAllAudits)
  serve(app, ctx, dexAudits.listMachineAudits, showMachineAudits)
  serve(app, ctx, dexAudits.confirmAudit, confirmAudit)
  serve(app, ctx, dexAudits.undoAudit, undoAudit)

  serve(app, ctx, devices.machineCommands, ({ params }, caller) => showCommands(caller, params.id))
  serve(app, ctx, devices.restartMachine, ({ params }, caller) => restartMachine(caller, params.id))
  serve(app, ctx, devices.restartMachines, ({ body }, caller) => restartMachines(caller, body.machineIds))
  serve(app, ctx, devices.sendCredit, ({ params, body }, caller) => sendCredit(caller, params.id, body.amount))
}
