import * as v from 'valibot'
import { MACHINE_STATES, MACHINE_TYPES } from '#domain/machines/machine.ts'
import { endpoint } from './endpoint.ts'
import { PageNumber, pageSize, QueryId, SearchText } from './fields.ts'

/** A machine by itself. */
export const MachineCard = v.object({
  id: v.number(),
  name: v.string(),
  type: v.picklist(MACHINE_TYPES),
  state: v.fallback(v.picklist(MACHINE_STATES), 'UNKNOWN'),
  token: v.string(),
  vendor: v.nullable(v.string()),
  model: v.nullable(v.string()),
  address: v.nullable(v.string()),
  lat: v.nullable(v.number()),
  lng: v.nullable(v.number()),
  note: v.nullable(v.string()),
  lastRefill: v.nullable(v.string()),
})
export type MachineCard = v.InferOutput<typeof MachineCard>

/** A machine with how full it is: what a device's mirror keeps, and what every answer about one holds. */
export const Machine = v.object({
  ...MachineCard.entries,
  /** Whole units over all its places. */
  currentQuantity: v.number(),
  maxQuantity: v.number(),
  /** How many of its places hold nothing. */
  emptyPlaces: v.optional(v.number(), 0),
})
export type Machine = v.InferOutput<typeof Machine>

export const MachineParams = v.object({ id: QueryId })

export const listMachines = endpoint({
  name: 'listMachines',
  method: 'GET',
  path: '/machines',
  who: 'anyone',
  summary: 'The machines of the company; an employee sees the assigned ones',
  query: v.object({
    page: PageNumber,
    size: pageSize(20),
    query: SearchText,
    type: v.optional(v.literal('summary')),
    state: v.optional(v.picklist(MACHINE_STATES)),
    serviceman: v.optional(QueryId),
    sort: v.optional(v.picklist(['name', 'name,asc', 'name,desc', 'id', 'id,asc', 'id,desc']), 'name'),
  }),
  answer: v.array(Machine),
  paged: true,
})

export const getMachine = endpoint({
  name: 'getMachine',
  method: 'GET',
  path: '/machines/:id',
  who: 'anyone',
  summary: 'One machine',
  params: MachineParams,
  query: v.object({ type: v.optional(v.literal('summary')) }),
  answer: Machine,
  refusals: ['MACHINE_NOT_FOUND'],
})

export const machineByToken = endpoint({
  name: 'machineByToken',
  method: 'GET',
  path: '/machines/by-token/:token',
  who: 'anyone',
  summary: 'What a scanned sticker means',
  params: v.object({ token: v.pipe(v.string(), v.maxLength(100)) }),
  answer: Machine,
  refusals: ['MACHINE_NOT_FOUND'],
})

export const qrSticker = endpoint({
  name: 'qrSticker',
  method: 'GET',
  path: '/public/machines/:token/qr-sticker',
  who: 'public',
  summary: "A machine's sticker to print, as SVG; whoever has its token sees the same on the machine",
  params: v.object({ token: v.pipe(v.string(), v.maxLength(100)) }),
  query: v.object({ locale: v.optional(v.pipe(v.string(), v.maxLength(20)), 'en') }),
  answer: v.unknown(),
  answerType: 'image/svg+xml',
  plain: true,
  refusals: ['MACHINE_NOT_FOUND'],
})
