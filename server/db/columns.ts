import { bigint, customType, integer } from 'drizzle-orm/pg-core'
import type { Moment } from '#domain/time.ts'

/** A time in milliseconds: timestamptz in the database, milliseconds since 1970 in code. */
export const moment = customType<{ data: Moment; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  toDriver: (at) => new Date(at).toISOString(),
  fromDriver: (text) => new Date(text).getTime(),
})

export const wholeNumber = () => bigint({ mode: 'number' })
export const company = () => integer().notNull()
export const id = () => bigint({ mode: 'number' }).generatedAlwaysAsIdentity()
