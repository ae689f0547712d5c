import type { FastifyInstance } from 'fastify'
import type * as v from 'valibot'
import * as devices from '#contract/devices.ts'
import * as machines from '#contract/machines.ts'
import * as contract from '#contract/telemetry.ts'
import { toDecimal } from '#domain/money.ts'
import { seesMoney } from '#domain/team/permissions.ts'
import { fromIso } from '#domain/time.ts'
import type { House } from '../../http/caller.ts'
import { readTextBodies } from '../../http/json.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { refuse } from '../../http/refusal.ts'
import { pageOf, serve, serveDevice, serveDeviceOrManager, servePublic } from '../../http/serve.ts'
import { AUDIT_BYTES } from './audit-deeds.ts'
import { confirmAudit, showAllAudits, showAudit, showAudits, showMachineAudits, takeAudit, undoAudit } from './audits.handlers.ts'
import { tellOutcomes } from './command-outcomes.ts'
import { endCommand, takeCommands } from './commands.store.ts'
import { restartMachine, sendCredit, showCommands } from './commands.ts'
import { addDevice, changeDevice, claimDevice, connectDevice, deviceNow, disconnectDevice } from './devices.handlers.ts'
import { devicesIn, findDevices } from './devices.store.ts'
import { ingest } from './ingest.ts'
import type { Message } from './read-events.ts'
import { coinsOf, mdbDevicesOf } from './reports.store.ts'

/** A thousand events; far more than that is no message of a device. */
const MESSAGE_BYTES = 1024 * 1024

/** As many audits as one file may hold, each of a talkative machine. */
const BATCH_BYTES = 8 * 1024 * 1024

/** What devices say and ask. */
export function telemetryRoutes(app: FastifyInstance, house: House) {
  serveDevice(app, house, contract.sendEvents, ({ body }, { db, device }) => ingest(db, house, device, messageOf(body)), {
    bodyLimit: MESSAGE_BYTES,
  })

  void app.register(async (scope) => {
    readTextBodies(scope, contract.sendAudit.textField)
    serveDeviceOrManager(scope, house, contract.sendAudit, takeAudit, { bodyLimit: AUDIT_BYTES })
  })

  servePublic(app, house, contract.claimDevice, claimDevice)

  serveDevice(app, house, contract.listCommands, (_input, { db, device }) => takeCommands(db, device, house.now()))

  serveDevice(app, house, contract.endCommand, async ({ params: { id }, body }, { db, device }) => {
    const now = house.now()
    const { outcome, details } = body
    const ended = await endCommand(db, device, id, { outcome, details }, now)
    if (!ended) return refuse('COMMAND_NOT_FOUND')
    if (ended.isNews) await tellOutcomes(db, device.companyId, [ended], now)
    return { id, outcome: ended.outcome }
  })
}

const messageOf = (body: v.InferOutput<typeof contract.TelemetryMessage>): Message =>
  Array.isArray(body)
    ? { sentAt: null, events: body }
    : { sentAt: body.sentAt === undefined || body.sentAt === null ? null : fromIso(body.sentAt), events: body.events }

/** What people see of devices and do with them. */
export function devicesRoutes(app: FastifyInstance, house: House) {
  serve(app, house, devices.listDevices, async ({ query }, { db, person }) => {
    const found = await findDevices(db, person.companyId, query)
    const now = house.now()
    const shown = found.devices.map((device) => deviceNow(device, now))
    return pageOf(shown, { ...query, total: found.total })
  })
  serve(app, house, devices.addDevice, addDevice)
  serve(app, house, devices.changeDevice, changeDevice)
  serve(app, house, devices.connectDevice, ({ params }, caller) => connectDevice(params, caller))
  serve(app, house, devices.disconnectDevice, ({ params }, caller) => disconnectDevice(params, caller))

  serve(app, house, devices.machineDevices, async ({ params: { id } }, { db, person }) =>
    (await visibleMachine(db, person, id)) ? devicesIn(db, person.companyId, id) : refuse('MACHINE_NOT_FOUND'),
  )
  serve(app, house, devices.mdbDevices, async ({ params: { id } }, { db, person }) =>
    (await visibleMachine(db, person, id)) ? ((await mdbDevicesOf(db, person.companyId, id))?.value ?? []) : refuse('MACHINE_NOT_FOUND'),
  )
  serve(app, house, devices.coinAcceptor, async ({ params: { id } }, { db, person }) => {
    if (!(await visibleMachine(db, person, id))) return refuse('MACHINE_NOT_FOUND')
    const tubes = (await coinsOf(db, person.companyId, id))?.value ?? []
    return tubes.map(({ value, count }) => ({ value: toDecimal(value, person.currency), ...(seesMoney(person) ? { count } : {}) }))
  })

  serve(app, house, machines.previewAudit, showAudit, { snapshot: true, bodyLimit: AUDIT_BYTES })
  serve(app, house, machines.previewAudits, showAudits, { snapshot: true, bodyLimit: BATCH_BYTES })
  serve(app, house, machines.listAudits, showAllAudits)
  serve(app, house, machines.listMachineAudits, showMachineAudits)
  serve(app, house, machines.confirmAudit, confirmAudit)
  serve(app, house, machines.undoAudit, undoAudit)

  serve(app, house, devices.machineCommands, ({ params }, caller) => showCommands(caller, params.id))
  serve(app, house, devices.restartMachine, ({ params }, caller) => restartMachine(caller, params.id))
  serve(app, house, devices.sendCredit, ({ params, body }, caller) => sendCredit(caller, params.id, body.amount))
}
