/** How a sale was paid, in the terms of the screens. Other values of a machine are shown as unknown. */
export const TRANSACTION_TYPES = ['CREDIT_CARD', 'CASH', 'TOKEN', 'REFUND', 'CREDIT', 'BLIK', 'CODE', 'RFID', 'FREE'] as const
export type TransactionType = (typeof TRANSACTION_TYPES)[number]

/** How a sale was paid, including unknown. */
export const SHOWN_TYPES = [...TRANSACTION_TYPES, 'UNKNOWN'] as const
export type ShownType = (typeof SHOWN_TYPES)[number]

export const isTransactionType = (text: string): text is TransactionType => (TRANSACTION_TYPES as readonly string[]).includes(text)

/** How a machine reports that a vend was paid: EVA-DTS and MDB terms, which differ from the operator's. */
export const VEND_METHODS = ['CASH', 'CASHLESS_1', 'CASHLESS_2', 'TOKEN', 'REMOTE', 'FREE'] as const
export type VendMethod = (typeof VEND_METHODS)[number]

/** How a vend method may be booked: the second reader takes staff cards on one machine and BLIK on another. */
export const PAYMENT_METHODS = ['CASH', 'CREDIT_CARD', 'RFID', 'BLIK', 'CODE', 'TOKEN', 'CREDIT', 'FREE'] as const
type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The default for machines without a mapping of their own. */
export const DEFAULT_MAPPING: Readonly<Record<VendMethod, PaymentMethod>> = {
  CASH: 'CASH',
  CASHLESS_1: 'CREDIT_CARD',
  CASHLESS_2: 'RFID',
  TOKEN: 'TOKEN',
  REMOTE: 'CREDIT',
  FREE: 'FREE',
}
