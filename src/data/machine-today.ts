import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import * as devices from '#contract/devices.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as machines from '#contract/machines.ts'
import * as mappings from '#contract/mappings.ts'
import * as team from '#contract/team.ts'
import type { MachineId, OperationId, UserId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'
import { call, type Page, type Received } from '#offline/api-client.ts'
import type { Answer } from '#offline/sync-calls.ts'
import { answered, NotAnswered } from './not-answered.ts'
import { stored } from './stored-responses.ts'

/** Data of a machine that only the server has: today's sales, its cash, its groups, and its devices' last reports. */
const Today = v.object({
  ...v.pick(machines.MachineCard, ['id', 'state']).entries,
  ...machines.MachineStatus.entries,
  ...machines.MachineFigures.entries,
})
export type Today = v.InferOutput<typeof Today>

const PATIENCE = { timeoutMs: 30 * SECOND }
const MOST = 1_000

/** The figures of the day of all machines. */
export const fleetToday = () =>
  queryOptions({
    queryKey: ['fleetToday'],
    persister: stored,
    staleTime: 5 * SECOND,
    refetchInterval: 30 * SECOND,
    retry: false,
    structuralSharing: false,
    queryFn: async (): Promise<Today[]> => {
      const found = await allPages((page) => call(machines.listMachines, { query: { page: String(page), size: String(MOST) } }, PATIENCE))
      if (!found) throw new NotAnswered(null)
      return found.map((machine) => v.parse(Today, machine))
    },
    select: byId,
  })

const byId = (today: readonly Today[]): ReadonlyMap<MachineId, Today> => new Map(today.map((machine) => [machine.id, machine]))

async function allPages<T>(ask: (page: number) => Promise<Answer<Page<T[]>>>): Promise<T[] | null> {
  const found: T[] = []
  for (let page = 0; ; page++) {
    const answer = await ask(page)
    if (answer.state !== 'answered') return null
    found.push(...answer.value.items)
    if (!answer.value.pageDetails.hasNext) return found
  }
}

/** The current data of one machine: every 10 seconds, and at each live event about it. */
export const machineToday = (id: MachineId) =>
  queryOptions({
    queryKey: ['machineToday', id],
    persister: stored,
    meta: { asks: ['machines', 'stock', 'sales', 'cash', 'alerts', 'devices'] },
    refetchInterval: 10 * SECOND,
    retry: false,
    queryFn: () => answered(call(machines.getMachine, { params: { id: String(id) } }, PATIENCE)),
  })

/** Data that only the server has, fetched when it is shown. */
const asking = <E extends Endpoint>(endpoint: E, id: MachineId) =>
  queryOptions({
    queryKey: [endpoint.name, id],
    persister: stored,
    staleTime: 10 * SECOND,
    refetchInterval: 60 * SECOND,
    retry: false,
    queryFn: () => answered(call(endpoint as Endpoint, { params: { id: String(id) } }, PATIENCE)) as Promise<Received<E>>,
  })

export const machineStats = (id: MachineId) => asking(machines.machineStats, id)
export const mdbDevices = (id: MachineId) => asking(devices.mdbDevices, id)
export const coinAcceptor = (id: MachineId) => asking(devices.coinAcceptor, id)
export const machineDevices = (id: MachineId) => asking(devices.machineDevices, id)
/** Credits and restarts with their outcome, updated as soon as it is known. */
export const machineCommands = (id: MachineId) =>
  queryOptions({
    queryKey: ['machineCommands', id],
    meta: { asks: ['devices'] },
    refetchInterval: 10 * SECOND,
    retry: false,
    queryFn: () => answered(call(devices.machineCommands, at(id), PATIENCE)),
  })
export const machineServicemen = (id: MachineId) => asking(team.machineServicemen, id)
export const machineMappings = (id: MachineId) => asking(mappings.getMappings, id)

const choices = <T>(name: string, ask: () => Promise<Answer<T>>) =>
  queryOptions({ queryKey: [name], staleTime: 60 * SECOND, retry: false, queryFn: () => answered(ask()) })

export const groups = () => choices('groups', () => call(team.listGroups, { query: {} }, PATIENCE))
export const vendMethods = () => choices('vendMethods', () => call(mappings.vendMethods, {}, PATIENCE))
export const paymentMethods = () => choices('paymentMethods', () => call(mappings.paymentMethods, {}, PATIENCE))
export const servicemen = () =>
  queryOptions({
    queryKey: ['servicemen'],
    staleTime: 60 * SECOND,
    retry: false,
    queryFn: () => allPages((page) => call(team.listServicemen, { query: { page: String(page), size: String(MOST) } }, PATIENCE)),
  })
/** Devices that are in no machine. */
export const freeDevices = () =>
  queryOptions({
    queryKey: ['freeDevices'],
    retry: false,
    queryFn: () =>
      allPages((page) => call(devices.listDevices, { query: { page: String(page), size: '500', connected: 'false' } }, PATIENCE)),
  })

/** The machines of a serviceman; null if the server does not respond. */
export const machinesOf = (serviceman: UserId) =>
  queryOptions({
    queryKey: ['machinesOf', serviceman],
    staleTime: 10 * SECOND,
    retry: false,
    queryFn: async (): Promise<ReadonlySet<MachineId> | null> => {
      const query = { serviceman: String(serviceman), size: String(MOST) }
      const found = await allPages((page) => call(machines.listMachines, { query: { ...query, page: String(page) } }, PATIENCE))
      return found && new Set(found.map(({ id }) => id))
    },
  })

const at = (id: MachineId) => ({ params: { id: String(id) } })
const keyed = (key: OperationId) => ({ ...PATIENCE, headers: { 'idempotency-key': key } })

/** Calls that need the server immediately and are never queued on this device. The same `key` counts once. */
export const restart = (id: MachineId, key: OperationId) => lookedUp(id, key, call(devices.restartMachine, at(id), keyed(key)))
export const sendCredit = (id: MachineId, amount: number, key: OperationId) =>
  lookedUp(id, key, call(devices.sendCredit, { ...at(id), body: { amount, validity: devices.CREDIT_LASTS } }, keyed(key)))

/** A command without a response is looked up in the machine's list, because it may have been accepted. */
async function lookedUp(id: MachineId, key: OperationId, asked: Promise<Answer<{ id: string }>>): Promise<Answer<{ id: string }>> {
  const answer = await asked
  if (answer.state !== 'unreachable') return answer
  const known = await call(devices.machineCommands, at(id), PATIENCE)
  const found = known.state === 'answered' && known.value.find((command) => command.id === key)
  return found ? { state: 'answered', value: found } : answer
}
/** The same `key` creates one machine, however often it is sent. */
export const addMachine = (body: v.InferInput<typeof machines.addMachine.body>, key: OperationId) =>
  call(machines.addMachine, { body }, keyed(key))
export const changeMachine = (id: MachineId, body: v.InferInput<typeof machines.MachineChange>) =>
  call(machines.changeMachine, { ...at(id), body }, PATIENCE)
export const deactivateMachine = (id: MachineId) => call(machines.deactivateMachine, at(id), PATIENCE)
export const reactivateMachine = (id: MachineId, key: OperationId) => call(machines.reactivateMachine, at(id), keyed(key))
/** A page of deactivated machines. `page` counts from 0. */
export const deactivatedMachines = (page: number, size: number) =>
  queryOptions({
    queryKey: ['deactivatedMachines', page, size],
    meta: { asks: ['machines'] },
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: () => answered(call(machines.listDeactivated, { query: { page: String(page), size: String(size) } }, PATIENCE)),
  })
export const setMappings = (id: MachineId, body: mappings.Mappings) => call(mappings.setMappings, { ...at(id), body }, PATIENCE)
const ofDevice = (machineId: MachineId, imei: string) => ({ params: { id: String(machineId), imei } })
export const connectDevice = (id: MachineId, imei: string) => call(devices.connectDevice, ofDevice(id, imei), PATIENCE)
export const disconnectDevice = (id: MachineId, imei: string) => call(devices.disconnectDevice, ofDevice(id, imei), PATIENCE)
const ofPerson = (machineId: MachineId, userId: UserId) => ({ params: { id: String(machineId), userId: String(userId) } })
export const assign = (id: MachineId, user: UserId) => call(team.assignServiceman, ofPerson(id, user), PATIENCE)
export const revoke = (id: MachineId, user: UserId) => call(team.revokeServiceman, ofPerson(id, user), PATIENCE)
const ofGroup = (machineId: MachineId, groupId: number) => ({ params: { id: String(machineId), groupId: String(groupId) } })
export const putIntoGroup = (id: MachineId, group: number) => call(team.putIntoGroup, ofGroup(id, group), PATIENCE)
export const takeOutOfGroup = (id: MachineId, group: number) => call(team.takeOutOfGroup, ofGroup(id, group), PATIENCE)
export const addGroup = (name: string) => call(team.addGroup, { body: { name } }, PATIENCE)
export const renameGroup = (group: number, name: string) =>
  call(team.renameGroup, { params: { id: String(group) }, body: { name } }, PATIENCE)
export const deleteGroup = (group: number) => call(team.deleteGroup, { params: { id: String(group) } }, PATIENCE)
