import type { OperationId } from '#domain/ids.ts'
import type { Meta, MetaRow, Rows, TableName } from './records.ts'

/** What a transaction on the device may do. All of it lands, or none. */
export type Work = {
  get<T extends TableName>(table: T, key: string | number): Promise<Rows[T] | undefined>
  /** Those whose keys lie from the first to the last, both included, in the order of their keys. */
  between<T extends TableName>(table: T, first: string, last: string): Promise<Rows[T][]>
  all<T extends TableName>(table: T): Promise<Rows[T][]>
  keys(table: 'outbox'): Promise<OperationId[]>
  put<T extends TableName>(table: T, rows: readonly Rows[T][]): Promise<void>
  remove<T extends TableName>(table: T, keys: readonly (string | number)[]): Promise<void>
  clear(table: TableName): Promise<void>
}

/**
 * What the device remembers, as the sync engine sees it: the real one is IndexedDB; the simulation hands in one that can be
 * killed at every step. A `write` that resolves has been written durably.
 */
export type DeviceStore = {
  read<T>(tables: readonly TableName[], work: (tables: Work) => Promise<T>): Promise<T>
  write<T>(tables: readonly TableName[], work: (tables: Work) => Promise<T>): Promise<T>
}

/** There is no room left on the device. Whoever writes frees what can be fetched again, and says so if that did not help. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull'
}

/** The database was written by a newer app than this one: nothing is deleted, the app asks to be updated. */
export class StoreTooNew extends Error {
  override readonly name = 'StoreTooNew'
}

export async function readMeta<K extends keyof Meta>(work: Work, key: K, standard: Meta[K]): Promise<Meta[K]> {
  const row = await work.get('meta', key)
  return row === undefined ? standard : (row.value as Meta[K])
}

export const writeMeta = <K extends keyof Meta>(work: Work, key: K, value: Meta[K]): Promise<void> =>
  work.put('meta', [{ key, value } as MetaRow])
