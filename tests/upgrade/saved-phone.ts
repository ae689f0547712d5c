import 'fake-indexeddb/auto'

/** A phone's database as JSON, as a version of the app left it, for later versions to read. */
export type SavedPhone = { name: string; version: number; tables: SavedTable[] }
type SavedTable = { name: string; keyPath: string; indexes: string[]; rows: unknown[] }

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Reads it directly, bypassing the app. Rows in the order of their keys, tables and indexes by name. */
export async function savePhone(name: string): Promise<SavedPhone> {
  const db = await answerOf(indexedDB.open(name))
  const tables: SavedTable[] = []
  for (const table of [...db.objectStoreNames].toSorted()) {
    const store = db.transaction(table).objectStore(table)
    tables.push({
      name: table,
      keyPath: String(store.keyPath),
      indexes: [...store.indexNames].toSorted(),
      rows: await answerOf(store.getAll()),
    })
  }
  const { version } = db
  db.close()
  return { name, version, tables }
}

/** Restores it as that version of the app left it. */
export async function restorePhone({ name, version, tables }: SavedPhone): Promise<void> {
  const opening = indexedDB.open(name, version)
  opening.onupgradeneeded = () => {
    for (const { name: table, keyPath, indexes, rows } of tables) {
      const store = opening.result.createObjectStore(table, { keyPath })
      for (const index of indexes) store.createIndex(index, index)
      for (const row of rows) store.put(row)
    }
  }
  const db = await answerOf(opening)
  db.close()
}
