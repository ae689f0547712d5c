import * as v from 'valibot'
import { minCharacters } from './characters.ts'
import { endpoint } from './endpoint.ts'
import { Integer, line, PageNumber, pageSize, QueryId, QueryUserId, SearchText } from './fields.ts'
import { MachineGroup, MachineIds, MachineParams } from './machines.ts'

export const GROUP_NAME = { least: 3, most: 70 } as const
const GroupName = v.object({
  name: v.pipe(line(GROUP_NAME.most), minCharacters(GROUP_NAME.least, `must have at least ${GROUP_NAME.least} characters`)),
})
const GroupParams = v.object({ id: QueryId })

export const listGroups = endpoint({
  name: 'listGroups',
  method: 'GET',
  path: '/groups',
  who: 'anyone',
  summary: 'List machine groups',
  query: v.object({ query: SearchText, page: PageNumber, size: pageSize(1_000) }),
  answer: v.array(MachineGroup),
  paged: true,
})

export const addGroup = endpoint({
  name: 'addGroup',
  method: 'POST',
  path: '/groups',
  who: 'manager',
  summary: 'Create a machine group',
  body: GroupName,
  answer: MachineGroup,
  status: 201,
  keyed: true,
  refusals: ['GROUP_EXISTS'],
})

export const renameGroup = endpoint({
  name: 'renameGroup',
  method: 'PATCH',
  path: '/groups/:id',
  who: 'manager',
  summary: 'Rename a machine group',
  params: GroupParams,
  body: GroupName,
  answer: MachineGroup,
  keyed: true,
  refusals: ['GROUP_NOT_FOUND', 'GROUP_EXISTS'],
})

export const deleteGroup = endpoint({
  name: 'deleteGroup',
  method: 'DELETE',
  path: '/groups/:id',
  who: 'manager',
  summary: 'Delete a machine group; its machines remain',
  params: GroupParams,
  answer: v.object({ machineGroupId: Integer }),
  keyed: true,
  refusals: ['GROUP_NOT_FOUND'],
})

const InGroup = v.object({ id: QueryId, groupId: QueryId })

export const putIntoGroup = endpoint({
  name: 'putIntoGroup',
  method: 'PATCH',
  path: '/machines/:id/groups/:groupId',
  who: 'manager',
  summary: 'Add a machine to a group',
  params: InGroup,
  answer: v.array(MachineGroup),
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'GROUP_NOT_FOUND'],
})

export const takeOutOfGroup = endpoint({
  name: 'takeOutOfGroup',
  method: 'DELETE',
  path: '/machines/:id/groups/:groupId',
  who: 'manager',
  summary: 'Remove a machine from a group',
  params: InGroup,
  answer: v.array(MachineGroup),
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'GROUP_NOT_FOUND'],
})

export const groupMachines = endpoint({
  name: 'groupMachines',
  method: 'POST',
  path: '/groups/:id/machines',
  who: 'manager',
  summary: 'Add machines to a group or remove them from it: all of them or none. Returns those that changed',
  params: GroupParams,
  body: v.object({ machineIds: MachineIds, grouped: v.boolean() }),
  answer: v.object({ changed: v.array(Integer) }),
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'GROUP_NOT_FOUND'],
})

export const Serviceman = v.object({ userId: Integer, name: v.string(), phoneNumber: v.nullable(v.string()) })
export type Serviceman = v.InferOutput<typeof Serviceman>

export const listServicemen = endpoint({
  name: 'listServicemen',
  method: 'GET',
  path: '/servicemen',
  who: 'anyone',
  summary: 'List employees that machines can be assigned to',
  query: v.object({ query: SearchText, page: PageNumber, size: pageSize(20) }),
  answer: v.array(Serviceman),
  paged: true,
})

export const machineServicemen = endpoint({
  name: 'machineServicemen',
  method: 'GET',
  path: '/machines/:id/servicemen',
  who: 'anyone',
  summary: 'List the employees of a machine',
  params: MachineParams,
  answer: v.array(Serviceman),
  refusals: ['MACHINE_NOT_FOUND'],
})

/** A user id, a 32-bit integer in the database. */
const UserId = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(2 ** 31 - 1))

const Assignment = v.object({ id: QueryId, userId: QueryUserId })

export const assignServiceman = endpoint({
  name: 'assignServiceman',
  method: 'PATCH',
  path: '/machines/:id/servicemen/:userId',
  who: 'manager',
  summary: 'Assign a machine to an employee; it appears on their phone',
  params: Assignment,
  answer: v.array(Serviceman),
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'USER_NOT_FOUND'],
})

export const revokeServiceman = endpoint({
  name: 'revokeServiceman',
  method: 'DELETE',
  path: '/machines/:id/servicemen/:userId',
  who: 'manager',
  summary: 'Unassign a machine from an employee; it disappears from their phone',
  params: Assignment,
  answer: v.array(Serviceman),
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'USER_NOT_FOUND'],
})

export const assignMachines = endpoint({
  name: 'assignMachines',
  method: 'POST',
  path: '/servicemen/:userId/machines',
  who: 'manager',
  summary: 'Assign machines to an employee or unassign them: all of them or none. Returns those that changed',
  params: v.object({ userId: QueryUserId }),
  body: v.object({ machineIds: MachineIds, assigned: v.boolean() }),
  answer: v.object({ changed: v.array(Integer) }),
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'USER_NOT_FOUND'],
})

export const transferMachines = endpoint({
  name: 'transferMachines',
  method: 'POST',
  path: '/servicemen/transfer',
  who: 'manager',
  summary:
    'Transfer machines from one employee to another: the listed ones, or all without a list; all of them or none. `given` lacks machines that both had',
  body: v.pipe(
    v.object({ fromId: UserId, toId: UserId, machineIds: v.optional(MachineIds) }),
    v.forward(
      v.check(({ fromId, toId }) => fromId !== toId, 'must be another employee'),
      ['toId'],
    ),
  ),
  answer: v.object({ taken: v.array(Integer), given: v.array(Integer) }),
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'USER_NOT_FOUND'],
})
