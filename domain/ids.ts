/** Ids assigned by the server: positive integers. */
export type CompanyId = number
export type UserId = number
export type MachineId = number
export type ProductId = number
export type SlotId = number
export type TemplateId = number
export type VanId = number

/** A stock point: a product's stay in a slot (`productInstallationId` on the wire), a canister, or a product in the warehouse or in a van. */
export type StockPointId = number

/** One confirmation by a user, or one event of a device: a UUID created at its origin, so that sending it twice counts once. */
export type OperationId = string
