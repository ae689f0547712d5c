import idb from 'pouchdb-adapter-idb'
import PouchDB from 'pouchdb-core'

/** PouchDB in a browser, filled in its fastest way; its own replication costs more. */

const Pouch = PouchDB.plugin(idb)

window.subject = {
  async slots(expected) {
    const database = new Pouch(`pouch-${crypto.randomUUID()}`, { adapter: 'idb', auto_compaction: false })
    await database.info()
    const begun = performance.now()
    for (let batch = 0; ; batch++) {
      const response = await fetch('/peers/slots', {
        method: 'POST',
        body: JSON.stringify({ batch }),
        headers: { 'content-type': 'application/json' },
      })
      const documents = await response.json()
      if (documents.length === 0) break
      await database.bulkDocs(documents.map(({ id, _deleted, ...rest }) => ({ _id: id, ...rest })))
    }
    const taken = performance.now() - begun
    const { doc_count } = await database.info()
    if (doc_count !== expected) throw new Error(`PouchDB contains ${doc_count} of ${expected}`)
    await database.destroy()
    return taken
  },
}
