import { keepPreviousData, mutationOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import * as devices from '#contract/devices.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { LiveTopic } from '#contract/live.ts'
import * as machines from '#contract/machines.ts'
import * as mappings from '#contract/mappings.ts'
import * as team from '#contract/team.ts'
import type { MachineId, OperationId, UserId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'
import { call, type Page, type Received } from '#offline/api-client.ts'
import type { Answer } from '#offline/sync-calls.ts'
import { getSession } from './device.ts'
import { inParts } from './in-parts.ts'
import { sendAll, sendNow } from './outbox.ts'
import { answered, type Keyed, NotAnswered } from './server-requests.ts'
import { storedAs } from './stored-responses.ts'

/** Data of a machine that only the server has: today's sales, its cash, its groups, and its devices' last reports. */
const Today = v.object({
  ...v.pick(machines.MachineCard, ['id', 'state']).entries,
  ...machines.MachineStatus.entries,
  ...machines.MachineFigures.entries,
})
export type Today = v.InferOutput<typeof Today>

const TIMEOUT = { timeoutMs: 30 * SECOND }
const MAX_PAGE = 1_000

/** The figures of the day of all machines. */
export const fleetToday = () =>
  queryOptions({
    queryKey: ['fleetToday'],
    persister: storedAs(v.array(Today)),
    staleTime: 5 * SECOND,
    refetchInterval: 30 * SECOND,
    retry: false,
    structuralSharing: false,
    queryFn: async (): Promise<Today[]> => {
      const found = await everyPage((page) =>
        call(machines.listMachines, { query: { page: String(page), size: String(MAX_PAGE) } }, TIMEOUT),
      )
      return found.map((machine) => v.parse(Today, machine))
    },
    select: byId,
  })

const byId = (today: readonly Today[]): ReadonlyMap<MachineId, Today> => new Map(today.map((machine) => [machine.id, machine]))

async function everyPage<T>(ask: (page: number) => Promise<Answer<Page<T[]>>>): Promise<T[]> {
  const found: T[] = []
  for (let page = 0; ; page++) {
    const { items, pageDetails } = await answered(ask(page))
    found.push(...items)
    if (!pageDetails.hasNext) return found
  }
}

/** Null if the server does not respond. */
const allPages = <T>(ask: (page: number) => Promise<Answer<Page<T[]>>>): Promise<T[] | null> =>
  everyPage(ask).catch((cause) => {
    if (cause instanceof NotAnswered) return null
    throw cause
  })

/** The current data of one machine: every 10 seconds, and at each live event about it. */
export const machineToday = (id: MachineId) =>
  queryOptions({
    queryKey: ['machineToday', id],
    persister: storedAs(machines.getMachine.answer),
    meta: { topics: ['machines', 'stock', 'sales', 'cash', 'alerts', 'devices'] },
    refetchInterval: 10 * SECOND,
    retry: false,
    queryFn: () => answered(call(machines.getMachine, { params: { id: String(id) } }, TIMEOUT)),
  })

/** Data that only the server has, fetched when it is shown. */
const asking = <E extends Endpoint>(endpoint: E, id: MachineId) =>
  queryOptions({
    queryKey: [endpoint.name, id],
    persister: storedAs(endpoint.answer ?? v.unknown()),
    staleTime: 10 * SECOND,
    refetchInterval: 60 * SECOND,
    retry: false,
    queryFn: () => answered(call(endpoint as Endpoint, { params: { id: String(id) } }, TIMEOUT)) as Promise<Received<E>>,
  })

export const machineStats = (id: MachineId) => asking(machines.machineStats, id)
export const mdbDevices = (id: MachineId) => asking(devices.mdbDevices, id)
export const coinAcceptor = (id: MachineId) => asking(devices.coinAcceptor, id)
export const machineDevices = (id: MachineId) => asking(devices.machineDevices, id)
/** Credits and restarts with their outcome, updated as soon as it is known. */
export const machineCommands = (id: MachineId) =>
  queryOptions({
    queryKey: ['machineCommands', id],
    meta: { topics: ['devices'] },
    refetchInterval: 10 * SECOND,
    retry: false,
    queryFn: () => answered(call(devices.machineCommands, at(id), TIMEOUT)),
  })
export const machineServicemen = (id: MachineId) => asking(team.machineServicemen, id)
export const machineMappings = (id: MachineId) => asking(mappings.getMappings, id)

const choices = <T>(name: string, queryFn: () => Promise<T>, topics: readonly LiveTopic[] = []) =>
  queryOptions({ queryKey: [name], meta: { topics }, staleTime: 60 * SECOND, retry: false, queryFn })
const pageQuery = (page: number) => ({ query: { page: String(page), size: String(MAX_PAGE) } })

export const vendMethods = () => choices('vendMethods', () => answered(call(mappings.vendMethods, {}, TIMEOUT)))
export const paymentMethods = () => choices('paymentMethods', () => answered(call(mappings.paymentMethods, {}, TIMEOUT)))
export const groups = () => choices('groups', () => everyPage((page) => call(team.listGroups, pageQuery(page), TIMEOUT)), ['settings'])
export const servicemen = () =>
  choices('servicemen', () => allPages((page) => call(team.listServicemen, pageQuery(page), TIMEOUT)), ['team'])
/** Devices that are in no machine. */
export const freeDevices = () =>
  queryOptions({
    queryKey: ['freeDevices'],
    meta: { topics: ['devices'] },
    retry: false,
    queryFn: () =>
      allPages((page) => call(devices.listDevices, { query: { page: String(page), size: '500', connected: 'false' } }, TIMEOUT)),
  })

/** The machines of a serviceman; null if the server does not respond. */
export const machinesOf = (serviceman: UserId) =>
  queryOptions({
    queryKey: ['machinesOf', serviceman],
    meta: { topics: ['team'] },
    staleTime: 10 * SECOND,
    retry: false,
    queryFn: async (): Promise<ReadonlySet<MachineId> | null> => {
      const query = { serviceman: String(serviceman), size: String(MAX_PAGE) }
      const found = await allPages((page) => call(machines.listMachines, { query: { ...query, page: String(page) } }, TIMEOUT))
      return found && new Set(found.map(({ id }) => id))
    },
  })

const at = (id: MachineId) => ({ params: { id: String(id) } })
const keyed = (key: OperationId) => ({ ...TIMEOUT, headers: { 'idempotency-key': key } })

const DEACTIVATED = ['deactivatedMachines']
/** A page of deactivated machines. `page` counts from 0. */
export const deactivatedMachines = (page: number, size: number) =>
  queryOptions({
    queryKey: [...DEACTIVATED, page, size],
    meta: { topics: ['machines'] },
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: () => answered(call(machines.listDeactivated, { query: { page: String(page), size: String(size) } }, TIMEOUT)),
  })

// Changes need the server immediately and are never queued on this device. Their effect on local data is synced at once.

async function synced<T>(request: Promise<Answer<T>>): Promise<T> {
  const value = await answered(request)
  sendNow()
  return value
}

/** A mutation whose effect the machine's page shows. */
const machineChange = <Input = void>(id: MachineId, change: (input: Input) => Promise<Answer<unknown>>, ...affected: readonly QueryKey[]) =>
  mutationOptions({
    meta: { invalidates: [machineToday(id).queryKey, ...affected] },
    mutationFn: (input: Input): Promise<unknown> => synced(change(input)),
  })

/** A command without a response is looked up in the machine's list, because it may have been accepted. */
const command = <Input>(id: MachineId, send: (input: Input & { key: OperationId }) => Promise<Answer<{ id: string }>>) =>
  mutationOptions({
    meta: { invalidates: [machineToday(id).queryKey, machineCommands(id).queryKey] },
    mutationFn: async (input: Input & { key: OperationId }) => {
      const answer = await send(input)
      if (answer.state !== 'unreachable') return answered(Promise.resolve(answer))
      const known = await call(devices.machineCommands, at(id), TIMEOUT)
      const found = known.state === 'answered' && known.value.find((command) => command.id === input.key)
      if (found) return found
      throw new NotAnswered(answer)
    },
  })

export const restart = (id: MachineId) => command<unknown>(id, ({ key }) => call(devices.restartMachine, at(id), keyed(key)))
export const sendCredit = (id: MachineId) =>
  command(id, ({ amount, key }: { amount: number; key: OperationId }) =>
    call(devices.sendCredit, { ...at(id), body: { amount, validity: devices.CREDIT_LIFETIME_SECONDS } }, keyed(key)),
  )

/** The new machine is in the local data when it ends. */
export const addMachine = mutationOptions({
  mutationFn: async ({ body, key }: { body: v.InferInput<typeof machines.addMachine.body>; key: OperationId }) => {
    const machine = await answered(call(machines.addMachine, { body }, keyed(key)))
    await sendAll()
    return machine
  },
})
export const changeMachine = (id: MachineId) =>
  machineChange(id, (body: v.InferInput<typeof machines.MachineChange>) => call(machines.changeMachine, { ...at(id), body }, TIMEOUT))
export const deactivateMachine = (id: MachineId) => machineChange(id, () => call(machines.deactivateMachine, at(id), TIMEOUT), DEACTIVATED)
export const reactivateMachine = mutationOptions({
  meta: { invalidates: [DEACTIVATED] },
  mutationFn: ({ id, key }: { id: MachineId; key: OperationId }) => synced(call(machines.reactivateMachine, at(id), keyed(key))),
})
export const setMappings = (id: MachineId) =>
  mutationOptions({
    // The change is made to what is stored now, because another user may have changed it since it was read.
    mutationFn: async (change: (stored: mappings.Mappings) => mappings.Mappings) => {
      const stored = await answered(call(mappings.getMappings, at(id), TIMEOUT))
      return answered(call(mappings.setMappings, { ...at(id), body: change(stored) }, TIMEOUT))
    },
    onSuccess: (saved, _input, _result, { client }) => client.setQueryData(machineMappings(id).queryKey, saved),
  })
const ofDevice = (machineId: MachineId, imei: string) => ({ params: { id: String(machineId), imei } })
const devicesOf = (id: MachineId) => [machineDevices(id).queryKey, freeDevices().queryKey]
export const connectDevice = (id: MachineId) =>
  machineChange(id, (imei: string) => call(devices.connectDevice, ofDevice(id, imei), TIMEOUT), ...devicesOf(id))
export const disconnectDevice = (id: MachineId) =>
  machineChange(id, (imei: string) => call(devices.disconnectDevice, ofDevice(id, imei), TIMEOUT), ...devicesOf(id))
const ofPerson = (machineId: MachineId, userId: string) => ({ params: { id: String(machineId), userId } })
export const assign = (id: MachineId) =>
  machineChange(id, (userId: string) => call(team.assignServiceman, ofPerson(id, userId), TIMEOUT), machineServicemen(id).queryKey)
export const revoke = (id: MachineId) =>
  machineChange(id, (userId: string) => call(team.revokeServiceman, ofPerson(id, userId), TIMEOUT), machineServicemen(id).queryKey)
const ofGroup = (machineId: MachineId, groupId: string) => ({ params: { id: String(machineId), groupId } })
export const putIntoGroup = (id: MachineId) =>
  machineChange(id, (groupId: string) => call(team.putIntoGroup, ofGroup(id, groupId), TIMEOUT), fleetToday().queryKey)
export const takeOutOfGroup = (id: MachineId) =>
  machineChange(id, (groupId: string) => call(team.takeOutOfGroup, ofGroup(id, groupId), TIMEOUT), fleetToday().queryKey)

// Changes of several machines that the user selected in a list.

type Selected<Input> = Input & { machineIds: readonly MachineId[]; key: OperationId }

export async function assignInParts(
  userId: UserId,
  machineIds: readonly MachineId[],
  assigned: boolean,
  key: OperationId,
): Promise<MachineId[]> {
  const answers = await inParts(machineIds, key, (part, partKey) =>
    synced(call(team.assignMachines, { params: { userId: String(userId) }, body: { machineIds: part, assigned } }, keyed(partKey))),
  )
  return answers.flatMap(({ changed }) => changed)
}

export const assignMachines = mutationOptions({
  meta: { invalidates: [['machinesOf'], ['machineServicemen']] },
  mutationFn: async ({ userId, key, machineIds, assigned }: Selected<{ userId: UserId; assigned: boolean }>) => ({
    changed: await assignInParts(userId, machineIds, assigned, key),
  }),
})
const TRANSFERRED = { invalidates: [['machinesOf'], ['machineServicemen']] }
type Transfer = { from: UserId; to: UserId }
export const transferMachines = mutationOptions({
  meta: TRANSFERRED,
  mutationFn: async ({ key, machineIds, from, to }: Selected<Transfer>) => {
    const answers = await inParts(machineIds, key, (part, partKey) =>
      synced(call(team.transferMachines, { body: { fromId: from, toId: to, machineIds: part } }, keyed(partKey))),
    )
    return { taken: answers.flatMap(({ taken }) => taken), given: answers.flatMap(({ given }) => given) }
  },
})
/** A transfer as the server reports it. */
export type TransferResult = Transfer & { taken: readonly MachineId[]; given: readonly MachineId[] }
/** Undoes a transfer. Returns the machines first, so that none is without an employee if the second request fails. */
export const returnMachines = mutationOptions({
  meta: TRANSFERRED,
  mutationFn: async ({ from, to, taken, given, key }: TransferResult & { key: OperationId }) => {
    await assignInParts(from, taken, true, key)
    await assignInParts(to, given, false, getSession().device.newId())
  },
})
export const groupMachines = mutationOptions({
  meta: { invalidates: [fleetToday().queryKey, ['machineToday']] },
  mutationFn: async ({ groupId, key, machineIds, grouped }: Selected<{ groupId: number; grouped: boolean }>) => {
    const answers = await inParts(machineIds, key, (part, partKey) =>
      synced(call(team.groupMachines, { params: { id: String(groupId) }, body: { machineIds: part, grouped } }, keyed(partKey))),
    )
    return { changed: answers.flatMap(({ changed }) => changed) }
  },
})
export const restartMachines = mutationOptions({
  meta: { invalidates: [fleetToday().queryKey, ['machineToday'], ['machineCommands']] },
  mutationFn: async ({ key, machineIds }: Selected<object>) => {
    const answers = await inParts(machineIds, key, (part, partKey) =>
      synced(call(devices.restartMachines, { body: { machineIds: part } }, keyed(partKey))),
    )
    return answers.flat()
  },
})

/** Machines contain the names of their groups. */
const groupChange = <Input>(change: (input: Input) => Promise<Answer<unknown>>) =>
  mutationOptions({
    meta: { invalidates: [groups().queryKey, fleetToday().queryKey, ['machineToday']] },
    mutationFn: (input: Input): Promise<unknown> => synced(change(input)),
  })
export const addGroup = groupChange(({ key, ...body }: Keyed<{ name: string }>) => call(team.addGroup, { body }, keyed(key)))
export const renameGroup = (id: number) =>
  groupChange(({ key, ...body }: Keyed<{ name: string }>) => call(team.renameGroup, { params: { id: String(id) }, body }, keyed(key)))
export const deleteGroup = groupChange((id: number) => call(team.deleteGroup, { params: { id: String(id) } }, TIMEOUT))
