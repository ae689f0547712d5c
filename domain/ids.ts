/** Things the company numbers: positive integers, given by the server. */
export type CompanyId = number
export type UserId = number
export type MachineId = number
export type ProductId = number
export type SlotId = number

/** A stock point: a product's stay in a slot (`productInstallationId` on the wire), a canister, or a product in the warehouse. */
export type StockPointId = number

/** One confirmation by a person, or one event of a device: a UUID made where it happened, so that sending it twice does it once. */
export type OperationId = string

export type DeviceId = string
