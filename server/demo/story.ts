import type { MachineState } from '#domain/machines/machine.ts'
import type { ChangeItem, ChangeReason, RestockItem } from '#domain/stock/movements.ts'
import type { Moment } from '#domain/time.ts'
import type { PaymentMethod } from './sites.ts'

/**
 * What happened to one machine. In every line `point` is an index into the machine's stock points, and quantities are whole pieces,
 * grams or millilitres, as a person enters them. `serviceman` is an index into the company's servicemen.
 * All that happened to a machine, sales and deeds alike, happened at different moments; each list is in their order.
 */
export type History = { vends: Vend[]; visits: Visit[]; changes: StockChange[]; outages: Outage[] }

/** `price` is in the company's currency, and 0 where the drink was free. */
export type Vend = { at: Moment; slotNumber: string; price: number; method: PaymentMethod; cardIdentifier?: string }

/** A restock. After a line that says `full` the stock point is at its maximum. */
export type Visit = { at: Moment; serviceman: number; lines: RestockItem[] }

/** The first change of each history is a count of everything, on which all later stock stands. */
export type StockChange = { at: Moment; serviceman: number; reason: ChangeReason; note: string; lines: ChangeItem[] }

/** `cause` is an EVA-DTS event code. An outage that is not over has no end. */
export type Outage = { from: Moment; to: Moment | null; state: Extract<MachineState, 'STOPPED' | 'NOT_CONNECTED'>; cause: string }
