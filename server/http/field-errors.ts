import { isAmount } from '#domain/money.ts'
import { type Refusal, refuse } from './refusal.ts'

/** What is wrong with a field of the request. The path of the request itself is empty. */
export type FieldError = { path: string; message: string }

export const refuseFields = (errors: FieldError[], code: 'MALFORMED' | 'INVALID' = 'INVALID'): Refusal =>
  refuse(code, { detail: errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; '), errors })

/** The errors of amounts that the currency does not have, by their fields. */
export const amountErrors = (amounts: Readonly<Record<string, number | null | undefined>>, currency: string): FieldError[] =>
  Object.entries(amounts).flatMap(([path, amount]) =>
    amount == null || isAmount(amount, currency) ? [] : [{ path, message: `is no amount of ${currency}: it has too many decimals` }],
  )
