import type { Changes } from '#contract/sync.ts'
import type { Fleet } from '../fleet.ts'
import { restockAt } from './restocks.ts'

/** IndexedDB without any library, as the lower bound. */

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const done = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })

async function openRaw(): Promise<IDBDatabase> {
  const opening = indexedDB.open(`raw-${crypto.randomUUID()}`, 1)
  opening.onupgradeneeded = () => {
    for (const name of ['machines', 'products', 'meta']) opening.result.createObjectStore(name, { keyPath: name === 'meta' ? 'key' : 'id' })
    opening.result.createObjectStore('outbox', { keyPath: 'opId' }).createIndex('machineId', 'machineId')
  }
  return resultOf(opening)
}

async function dropRaw(db: IDBDatabase) {
  db.close()
  await resultOf(indexedDB.deleteDatabase(db.name))
}

type Page = Omit<Changes, 'changes'> & { changes: Fleet }

async function fetchPage(api: string, cursor: string | null): Promise<Page> {
  const response = await fetch(`${api}/sync/pull`, {
    method: 'POST',
    body: JSON.stringify({ cursor }),
    headers: { 'content-type': 'application/json' },
  })
  return ((await response.json()) as { data: Page }).data
}

/** One record per machine, with its slots and its stock; each page in one durable transaction. */
async function fill(db: IDBDatabase, api: string): Promise<void> {
  for (let cursor: string | null = null; ; ) {
    const page = await fetchPage(api, cursor)
    const { machines, slots, inventory, products } = page.changes
    const transaction = db.transaction(['machines', 'products', 'meta'], 'readwrite', { durability: 'strict' })
    const store = transaction.objectStore('machines')
    for (const [index, machine] of machines.entries())
      store.put({ ...machine, slots: slots[index]?.slots, stocks: inventory[index]?.stocks })
    for (const product of products) transaction.objectStore('products').put(product)
    transaction.objectStore('meta').put({ key: 'cursor', value: page.cursor })
    await done(transaction)
    if (!page.more) return
    cursor = page.cursor
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const operation = (index: number) => ({ ...restockAt(index), opId: crypto.randomUUID(), at: Date.now() })

async function putStrict(db: IDBDatabase, row: unknown) {
  const transaction = db.transaction('outbox', 'readwrite', { durability: 'strict' })
  transaction.objectStore('outbox').put(row)
  await done(transaction)
}

window.subject = {
  async first(form) {
    const db = await openRaw()
    const taken = await timed(() => fill(db, `${form}/first`))
    await dropRaw(db)
    return taken
  },

  async later(form) {
    const db = await openRaw()
    await fill(db, `${form}/first`)
    const taken = await timed(() => fill(db, `${form}/later`))
    await dropRaw(db)
    return taken
  },

  /** Reads what a machine's screen needs, without processing it. */
  async stock(task) {
    const { opened, waiting } = task as { opened: number; waiting: number }
    const db = await openRaw()
    await fill(db, '/rows/first')
    for (let index = 0; index < waiting; index++) await putStrict(db, operation(index))
    const taken: number[] = []
    for (let index = 0; index < opened; index++) taken.push(await timed(() => readMachine(db, index + 1)))
    await dropRaw(db)
    return taken
  },

  async keep(task) {
    const db = await openRaw()
    const taken: number[] = []
    for (let index = 0; index < Number(task); index++) taken.push(await timed(() => putStrict(db, operation(index))))
    await dropRaw(db)
    return taken
  },

  /** One request per operation, in order: sent, acknowledged, deleted. */
  async push(waiting) {
    const db = await openRaw()
    for (let index = 0; index < Number(waiting); index++) db.transaction('outbox', 'readwrite').objectStore('outbox').put(operation(index))
    const taken = await timed(async () => {
      const rows = await resultOf(db.transaction('outbox').objectStore('outbox').getAll())
      for (const row of rows) {
        const response = await fetch('/same/restock', {
          method: 'POST',
          body: JSON.stringify(row),
          headers: { 'content-type': 'application/json' },
        })
        await response.json()
        const transaction = db.transaction('outbox', 'readwrite', { durability: 'strict' })
        transaction.objectStore('outbox').delete(row.opId)
        await done(transaction)
      }
    })
    await dropRaw(db)
    return taken
  },
}

async function readMachine(db: IDBDatabase, id: number): Promise<void> {
  const transaction = db.transaction(['machines', 'products', 'meta', 'outbox'])
  await Promise.all([
    resultOf(transaction.objectStore('machines').get(id)),
    resultOf(transaction.objectStore('products').getAll()),
    resultOf(transaction.objectStore('outbox').index('machineId').getAll(id)),
    resultOf(transaction.objectStore('meta').getAll()),
  ])
}
