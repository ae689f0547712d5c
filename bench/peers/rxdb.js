import { createRxDatabase } from 'rxdb'
import { replicateRxCollection } from 'rxdb/plugins/replication'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'

/** RxDB as in its documentation: Dexie storage, its replication protocol, no validation, no encryption. */

const key = { type: 'string', maxLength: 60 }
const number = { type: 'number' }
const list = { type: 'array' }

const schemaOf = (properties) => ({
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: { id: key, ...properties },
  required: ['id'],
})

const schemas = {
  slots: schemaOf({
    machineId: number,
    slotId: number,
    slotNumber: { type: 'string' },
    productId: number,
    maxQuantity: number,
    vendPrice: number,
    productInstallationId: number,
    balance: number,
    counted: { type: 'object' },
  }),
  machines: schemaOf({
    name: { type: 'string' },
    type: { type: 'string' },
    state: { type: 'string' },
    token: { type: 'string' },
    vendor: {},
    model: {},
    address: {},
    lat: {},
    lng: {},
    note: {},
    lastRefill: {},
    currentQuantity: number,
    maxQuantity: number,
    emptyPlaces: number,
    slots: list,
    stocks: list,
  }),
  operations: schemaOf({ call: { type: 'string' }, machineId: number, body: list, at: number }),
}

async function open(name) {
  const database = await createRxDatabase({ name: `rxdb-${crypto.randomUUID()}`, storage: getRxStorageDexie(), multiInstance: false })
  const collections = await database.addCollections({ [name]: { schema: schemas[name] } })
  return { database, collection: collections[name] }
}

async function post(address, body) {
  const response = await fetch(address, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  return response.json()
}

const pullFrom = (address, batchSize) => ({
  batchSize,
  handler: async (checkpoint) => {
    const batch = checkpoint?.batch ?? 0
    const documents = await post(address, { batch })
    return { documents, checkpoint: { batch: batch + 1 } }
  },
})

async function pulled(name, batchSize, expected) {
  const { database, collection } = await open(name)
  const begun = performance.now()
  const replication = replicateRxCollection({
    replicationIdentifier: name,
    collection,
    live: false,
    pull: pullFrom(`/peers/${name}`, batchSize),
  })
  await replication.awaitInitialReplication()
  const taken = performance.now() - begun
  const found = await collection.count().exec()
  if (found !== expected) throw new Error(`RxDB contains ${found} of ${expected}`)
  await database.remove()
  return taken
}

window.subject = {
  slots: (expected) => pulled('slots', 1000, expected),
  machines: (expected) => pulled('machines', 100, expected),

  /** Sends work that was done offline, a hundred per request. */
  async push(rows) {
    const { database, collection } = await open('operations')
    await collection.bulkInsert(rows)
    let sent = 0
    const begun = performance.now()
    const replication = replicateRxCollection({
      replicationIdentifier: 'operations',
      collection,
      live: false,
      push: {
        batchSize: 100,
        handler: async (changes) => {
          sent += changes.length
          return post('/peers/push', changes)
        },
      },
    })
    await replication.awaitInitialReplication()
    const taken = performance.now() - begun
    if (sent !== rows.length) throw new Error(`RxDB sent ${sent} of ${rows.length}`)
    await database.remove()
    return taken
  },
}
