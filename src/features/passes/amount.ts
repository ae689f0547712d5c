import * as v from 'valibot'
import { decimalsOf } from '#domain/money.ts'
import { readNumber } from '#domain/numbers.ts'

type Format = { currency: string; locale: string }

/** The amount that a field contains, as a number in this currency. */
export const amountField = ({ currency, locale }: Format, min: number, max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const read = readNumber(dataset.value, { locale, decimals: decimalsOf(currency), min, max })
      if (read.state === 'number') return read.value
      addIssue({ message: 'INVALID' })
      return NEVER
    }),
  )
