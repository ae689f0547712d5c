/** How a sale was paid, as people know it. Whatever else a machine says is shown as unknown. */
export const TRANSACTION_TYPES = ['CREDIT_CARD', 'CASH', 'TOKEN', 'REFUND', 'CREDIT', 'BLIK', 'CODE', 'RFID', 'FREE'] as const
export type TransactionType = (typeof TRANSACTION_TYPES)[number]

/** How a sale was paid, where what a machine said otherwise is unknown. */
export const SHOWN_TYPES = [...TRANSACTION_TYPES, 'UNKNOWN'] as const
export type ShownType = (typeof SHOWN_TYPES)[number]

export const isTransactionType = (text: string): text is TransactionType => (TRANSACTION_TYPES as readonly string[]).includes(text)

/** How a machine says that a vend was paid: the words of EVA-DTS and MDB, which differ from how the operator calls it. */
export const VEND_METHODS = ['CASH', 'CASHLESS_1', 'CASHLESS_2', 'TOKEN', 'REMOTE', 'FREE'] as const
export type VendMethod = (typeof VEND_METHODS)[number]

/** What a vend method may be booked as: on one machine the second reader takes staff cards, on another BLIK. */
export const PAYMENT_METHODS = ['CASH', 'CREDIT_CARD', 'RFID', 'BLIK', 'CODE', 'TOKEN', 'CREDIT', 'FREE'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** What holds on a machine where nobody has said otherwise. */
export const DEFAULT_MAPPING: Readonly<Record<VendMethod, PaymentMethod>> = {
  CASH: 'CASH',
  CASHLESS_1: 'CREDIT_CARD',
  CASHLESS_2: 'RFID',
  TOKEN: 'TOKEN',
  REMOTE: 'CREDIT',
  FREE: 'FREE',
}
