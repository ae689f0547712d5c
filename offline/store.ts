import type { OperationId } from '#domain/ids.ts'
import type { Meta, MetaRow, Rows, TableName } from './records.ts'

/** The operations of a transaction on the device. It commits completely or not at all. */
export type Work = {
  get<T extends TableName>(table: T, key: string | number): Promise<Rows[T] | undefined>
  /** Rows with keys from the first to the last, inclusive, in key order. */
  between<T extends TableName>(table: T, first: string, last: string): Promise<Rows[T][]>
  all<T extends TableName>(table: T): Promise<Rows[T][]>
  keys(table: 'outbox'): Promise<OperationId[]>
  put<T extends TableName>(table: T, rows: readonly Rows[T][]): Promise<void>
  remove<T extends TableName>(table: T, keys: readonly (string | number)[]): Promise<void>
  clear(table: TableName): Promise<void>
}

/**
 * The device's storage as used by the sync engine: IndexedDB in the app; the simulation injects one that can be killed at every step. A
 * `write` that resolves is durable.
 */
export type DeviceStore = {
  read<T>(tables: readonly TableName[], work: (tables: Work) => Promise<T>): Promise<T>
  write<T>(tables: readonly TableName[], work: (tables: Work) => Promise<T>): Promise<T>
}

/** The device has no space left. The caller frees what can be fetched again, and reports it if that did not help. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull'
}

/** The database was written by a newer app than this one: nothing is deleted, and the app requests an update. */
export class StoreTooNew extends Error {
  override readonly name = 'StoreTooNew'
}

export async function readMeta<K extends keyof Meta>(work: Work, key: K, standard: Meta[K]): Promise<Meta[K]> {
  const row = await work.get('meta', key)
  return row === undefined ? standard : (row.value as Meta[K])
}

export const writeMeta = <K extends keyof Meta>(work: Work, key: K, value: Meta[K]): Promise<void> =>
  work.put('meta', [{ key, value } as MetaRow])
