import type { MachineState } from '#domain/machines/machine.ts'
import type { ChangeItem, ChangeReason, RestockItem } from '#domain/stock/movements.ts'
import type { Moment } from '#domain/time.ts'
import type { PaymentMethod } from './sites.ts'

/**
 * The history of one machine. `point` is an index into the machine's stock points, quantities are whole pieces, grams or millilitres as a
 * user enters them, and `serviceman` is an index into the company's servicemen. All events of a machine have distinct times, and each list
 * is in chronological order.
 */
export type History = { vends: Vend[]; visits: Visit[]; changes: StockChange[]; outages: Outage[] }

/** `price` is in the company's currency, and 0 for a free drink. */
export type Vend = { at: Moment; slotNumber: string; price: number; method: PaymentMethod; cardIdentifier?: string }

/** A restock. A line with `full` fills the stock point to its maximum. */
type Visit = { at: Moment; serviceman: number; lines: RestockItem[] }

/** The first change of each history counts everything and is the base of all later levels. */
export type StockChange = { at: Moment; serviceman: number; reason: ChangeReason; note: string; lines: ChangeItem[] }

/** `cause` is an EVA-DTS event code. A current outage has no end. */
export type Outage = { from: Moment; to: Moment | null; state: Extract<MachineState, 'STOPPED' | 'NOT_CONNECTED'>; cause: string }
