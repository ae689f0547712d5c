import { type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { Account, OAuthError, Tokens } from '#contract/account.ts'
import { Activity } from '#contract/activity.ts'
import { Alert } from '#contract/alerts.ts'
import { AuditEntry } from '#contract/audit.ts'
import { CashWithdraw } from '#contract/cash.ts'
import { Collection, CountedBag } from '#contract/collections.ts'
import { Company } from '#contract/company.ts'
import { Device } from '#contract/devices.ts'
import { AuditFigures, AuditPreview, RecordedAudit } from '#contract/dex-audits.ts'
import { Problem } from '#contract/errors.ts'
import { PageDetails } from '#contract/fields.ts'
import { ImportCounts, ImportPreview, RowProblem } from '#contract/import-preview.ts'
import { Import, ImportStatus } from '#contract/imports.ts'
import { Issue } from '#contract/issues.ts'
import { ApiKey } from '#contract/keys.ts'
import { Machine, MachineToday } from '#contract/machines.ts'
import { StockMovement } from '#contract/movements.ts'
import { Pass } from '#contract/passes.ts'
import { PlanningSettings } from '#contract/planning.ts'
import { Product, ProductCard } from '#contract/products.ts'
import { Purchase, Supplier } from '#contract/purchases.ts'
import { Round, Stop } from '#contract/rounds.ts'
import { Slot, SlotEditResult } from '#contract/slots.ts'
import { InventoryItem, StockResult } from '#contract/stock.ts'
import { SupplierOrder } from '#contract/supplier-orders.ts'
import { Changes, PackedInventory, PackedSlots, Result } from '#contract/sync.ts'
import { Command } from '#contract/telemetry.ts'
import { MachinePreview, Template, TemplateCard } from '#contract/templates.ts'
import { Transaction } from '#contract/transactions.ts'
import { User } from '#contract/users.ts'
import { VanWithStock } from '#contract/vans.ts'
import { Visit } from '#contract/visits.ts'
import { Webhook } from '#contract/webhooks.ts'

/** The schemas that many calls share, by the names under which the document defines them once. */
const NAMED: Record<string, v.GenericSchema> = {
  Account,
  Activity,
  Alert,
  ApiKey,
  AuditEntry,
  AuditFigures,
  AuditPreview,
  CashWithdraw,
  Changes,
  Collection,
  Command,
  Company,
  CountedBag,
  Device,
  Import,
  ImportCounts,
  ImportPreview,
  ImportStatus,
  InventoryItem,
  Issue,
  Machine,
  MachinePreview,
  MachineToday,
  OAuthError,
  PackedInventory,
  PackedSlots,
  PageDetails,
  Pass,
  PlanningSettings,
  Problem,
  Product,
  ProductCard,
  Purchase,
  RecordedAudit,
  Result,
  Round,
  RowProblem,
  Slot,
  SlotEditResult,
  StockMovement,
  StockResult,
  Stop,
  Supplier,
  SupplierOrder,
  Template,
  TemplateCard,
  Tokens,
  Transaction,
  User,
  VanWithStock,
  Visit,
  Webhook,
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

type Step = { type: string; requirement?: unknown; wrapped?: Step; pipe?: readonly Step[] }

const stepsOf = (step: Step): readonly Step[] =>
  [step.wrapped, ...(step.pipe ?? [])].flatMap((one) => (one && one !== step ? [one, ...stepsOf(one)] : []))

/** Numbers in a URL are sent as digits, and are documented as numbers with the limits of their field. */
export function parameterSchema(schema: JsonSchema, field?: v.GenericSchema): JsonSchema {
  if (schema.pattern !== '^\\d{1,15}$') return schema
  const steps = field ? stepsOf(field as unknown as Step) : []
  const limits = (type: string) =>
    steps.flatMap(({ type: of, requirement }) => (of === type && typeof requirement === 'number' ? [requirement] : []))
  const maximum = Math.min(...limits('max_value'))
  return {
    type: 'integer',
    minimum: Math.max(0, ...limits('min_value')),
    ...(Number.isFinite(maximum) ? { maximum } : {}),
    ...(schema.default === undefined ? {} : { default: Number(schema.default) }),
  }
}
