import * as v from 'valibot'
import { MAX_HANDED_ITEMS, MAX_VAN_ITEMS, mayChange, VAN_CHANGES } from '#domain/vans/van.ts'
import { endpoint } from './endpoint.ts'
import { changeOf, DateTime, Id, Integer, line, Quantity, QueryId, text, Uuid } from './fields.ts'
import { ProductCard } from './products.ts'

export const VAN_NAME = 60
/** The most vans of a company. */
export const MAX_VANS = 500

/** The most pieces that the load limit of a van can be. */
export const MAX_VAN_PIECES = 100_000

/** `maxPieces`: the most pieces that a planned round of its driver needs; null: any number. `pieces`: what is in it, without ingredients, which have other units. `belowZero`: products of which more was taken than was in it. */
export const Van = v.object({
  id: Integer,
  name: v.string(),
  isActive: v.boolean(),
  driver: v.nullable(v.object({ id: Integer, name: v.string() })),
  maxPieces: v.nullable(Integer),
  pieces: Integer,
  products: Integer,
  belowZero: Integer,
})
export type Van = v.InferOutput<typeof Van>

/** `productInstallationId`: its stock point, whose movements can be listed. */
export const VanStock = v.object({
  product: ProductCard,
  productInstallationId: Integer,
  quantity: Integer,
  countedAt: v.nullable(DateTime),
})
export type VanStock = v.InferOutput<typeof VanStock>

export const VanWithStock = v.object({ ...Van.entries, stocks: v.array(VanStock) })
export type VanWithStock = v.InferOutput<typeof VanWithStock>

const OfVan = v.object({ id: QueryId })
const Name = v.pipe(line(VAN_NAME), v.minLength(1))
/** A user id is a 32-bit integer. */
const Driver = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(2 ** 31 - 1)))

export const listVans = endpoint({
  name: 'listVans',
  method: 'GET',
  path: '/vans',
  who: 'manager',
  summary: 'List the vans whose stock is recorded, by name, those out of use last',
  answer: v.array(Van),
})

export const getVan = endpoint({
  name: 'getVan',
  method: 'GET',
  path: '/vans/:id',
  who: 'manager',
  summary: 'Retrieve a van with its stock by product',
  params: OfVan,
  answer: VanWithStock,
  refusals: ['VAN_NOT_FOUND'],
})

const MaxPieces = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_VAN_PIECES)))

export const NewVan = v.object({ name: Name, driverId: v.optional(Driver, null), maxPieces: v.optional(MaxPieces, null) })

export const addVan = endpoint({
  name: 'addVan',
  method: 'POST',
  path: '/vans',
  who: 'manager',
  summary: 'Add a van. Its driver restocks machines from it from now on',
  body: NewVan,
  answer: Van,
  keyed: true,
  refusals: ['VAN_EXISTS', 'USER_NOT_FOUND', 'DRIVER_TAKEN', 'TOO_MANY_VANS'],
})

export const changeVanDetails = endpoint({
  name: 'changeVanDetails',
  method: 'PATCH',
  path: '/vans/:id',
  who: 'manager',
  summary: 'Change the name, driver or load limit of a van, or take it out of use; a van that is out of use has no driver',
  params: OfVan,
  body: changeOf({
    name: v.optional(Name),
    driverId: v.optional(Driver),
    maxPieces: v.optional(MaxPieces),
    isActive: v.optional(v.boolean()),
  }),
  answer: Van,
  keyed: true,
  refusals: ['VAN_NOT_FOUND', 'VAN_EXISTS', 'USER_NOT_FOUND', 'DRIVER_TAKEN', 'VAN_INACTIVE'],
})

const item = v.object({ productId: Id, quantity: Quantity })
const eachOnce = (items: readonly { productId: number }[]) => new Set(items.map(({ productId }) => productId)).size === items.length

/** Quantities are whole pieces, grams or millilitres. */
export const VanChanged = v.pipe(
  v.object({
    van: Id,
    type: v.picklist(VAN_CHANGES),
    items: v.pipe(
      v.array(item),
      v.minLength(1),
      v.maxLength(MAX_VAN_ITEMS),
      v.check((items) => eachOnce(items), 'a product is listed twice'),
    ),
    note: v.optional(v.nullable(text(2000)), ''),
  }),
  v.check(({ type, items }) => items.every(({ quantity }) => mayChange(type, quantity)), 'items: only a count may be 0'),
)
export type VanChanged = v.InferOutput<typeof VanChanged>

/** The effect on the van, by product. */
const VanResult = v.object({
  operationId: v.string(),
  items: v.array(v.object({ productId: Integer, quantity: Integer })),
  warnings: v.array(v.looseObject({ code: v.string() })),
})

export const changeVan = endpoint({
  name: 'changeVan',
  method: 'POST',
  path: '/van-changes',
  who: 'anyone',
  summary:
    'Record at Occurred-At what was loaded into a van, returned to the warehouse, counted in the van, or lost. For its driver at that time, and managers',
  body: VanChanged,
  answer: VanResult,
  operation: true,
  refusals: ['VAN_NOT_FOUND', 'PRODUCT_NOT_FOUND', 'PRODUCT_TYPE_MISMATCH'],
})

/** `at`: when it happened, in milliseconds since 1970. `signature`: of the giver's phone (domain/vans/hand-over.ts). */
export const HandedOver = v.object({
  id: Uuid,
  from: Id,
  to: Id,
  at: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  items: v.pipe(
    v.array(v.object({ productId: Id, quantity: v.pipe(Quantity, v.minValue(1)) })),
    v.minLength(1),
    v.maxLength(MAX_HANDED_ITEMS),
    v.check((items) => eachOnce(items), 'a product is listed twice'),
  ),
  signature: v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'must be 43 characters of base64url')),
})
export type HandedOver = v.InferOutput<typeof HandedOver>

export const handOver = endpoint({
  name: 'handOver',
  method: 'POST',
  path: '/van-hand-overs',
  who: 'anyone',
  summary: 'Record goods that the driver of one van gave to another van. Both drivers may send it; it counts once, by its id',
  body: HandedOver,
  answer: v.object({ operationId: v.string(), warnings: v.array(v.looseObject({ code: v.string() })) }),
  operation: true,
  refusals: ['VAN_NOT_FOUND', 'PRODUCT_NOT_FOUND', 'HAND_OVER_FORGED', 'HAND_OVER_CHANGED'],
})
