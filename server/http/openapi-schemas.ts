import { type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { Account, OAuthError, Tokens } from '#contract/account.ts'
import { Device } from '#contract/devices.ts'
import { Problem } from '#contract/errors.ts'
import { PageDetails } from '#contract/fields.ts'
import { Machine, MachineCard, MachineToday } from '#contract/machines.ts'
import { Product, ProductCard } from '#contract/products.ts'
import { Slot, SlotEditResult } from '#contract/slots.ts'
import { InventoryItem, StockResult } from '#contract/stock.ts'
import { Changes, Operation, PackedInventory, PackedSlots, Result } from '#contract/sync.ts'
import { Command, TelemetryEvent } from '#contract/telemetry.ts'

/** The schemas that many calls share, by the names under which the document defines them once. */
const NAMED: Record<string, v.GenericSchema> = {
  Account,
  Changes,
  Command,
  Device,
  InventoryItem,
  Machine,
  MachineCard,
  MachineToday,
  OAuthError,
  Operation,
  PackedInventory,
  PackedSlots,
  PageDetails,
  Problem,
  Product,
  ProductCard,
  Result,
  Slot,
  SlotEditResult,
  StockResult,
  TelemetryEvent,
  Tokens,
}

const refTo = (name: string) => `#/components/schemas/${name}`

const config = {
  target: 'draft-2020-12',
  // The format on the wire, for requests and responses.
  typeMode: 'input',
  // Checks that JSON Schema cannot express still apply.
  errorMode: 'ignore',
  overrideRef: ({ referenceId }: { referenceId: string }) => refTo(referenceId),
} as const

export const sharedSchemas = (): Record<string, JsonSchema> => toJsonSchemaDefs(NAMED, config)

/** A schema of the contract as JSON Schema in which shared schemas are references. */
export function schemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema, $defs, ...converted } = toJsonSchema(schema, { ...config, definitions: NAMED })
  return converted
}

export const reference = (name: keyof typeof NAMED & string): JsonSchema => ({ $ref: refTo(name) })

/** Numbers in a URL are sent as digits, and are documented as numbers. */
export function parameterSchema(schema: JsonSchema): JsonSchema {
  if (schema.pattern !== '^\\d{1,15}$') return schema
  return { type: 'integer', minimum: 0, ...(schema.default === undefined ? {} : { default: Number(schema.default) }) }
}
