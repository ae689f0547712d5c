import { beginAgain } from './mirror.ts'
import { MIRROR, type Rows } from './records.ts'
import { type Encrypted, type Sealed, seal, sealedOutboxes, unseal } from './session.ts'
import { type DeviceStore, readMeta, type Work, writeMeta } from './store.ts'

/** What lies in a person's part of this device and cannot be fetched again. */
const OWN = ['outbox', 'batches', 'journal', 'drafts', 'meta'] as const
type Own = { [T in (typeof OWN)[number]]: Rows[T][] }

const readOwn = async (work: Work): Promise<Own> => ({
  outbox: await work.all('outbox'),
  batches: await work.all('batches'),
  journal: await work.all('journal'),
  drafts: await work.all('drafts'),
  meta: await work.all('meta'),
})

/** Whom a part of this device belongs to. `key`: 64 hex digits, which only their account tells; null where this device never heard it. */
export type Owner = { database: string; key: string | null }

/**
 * Leaves nothing of a person on this device that the next one could read: the mirror goes, and what is only here is locked with a
 * key that their account alone tells. What another tab writes meanwhile is locked as well. Without a key, or where the browser has
 * no cryptography (a page without https), it stays where it is, in their own database: rather readable than lost.
 */
export async function sealAway(store: DeviceStore, { database, key }: Owner, unsent: number, since: number): Promise<void> {
  await wipeMirror(store)
  const lock = key === null ? null : await lockOf(key)
  const note = { database: `${database} ${since}`, of: database, unsent, since }
  const lay = (content: Encrypted | null) => seal({ ...note, content })
  if (!lock) return unsent > 0 ? lay(null) : undefined
  for (;;) {
    const own = await store.read(OWN, readOwn)
    if (own.outbox.length + own.journal.length + own.drafts.length === 0) return
    await lay(await encrypt(lock, own))
    const isGone = await store.write(OWN, async (work) => {
      if (JSON.stringify(await readOwn(work)) !== JSON.stringify(own)) return false
      const fill = await readMeta(work, 'fill', 0)
      for (const table of OWN) await work.clear(table)
      await writeMeta(work, 'fill', fill)
      return true
    })
    if (isGone) return
  }
}

/** What the server can tell again. A page that is still on its way finds another beginning than its own, and is not put in. */
export const wipeMirror = (store: DeviceStore): Promise<void> =>
  store.write([...MIRROR, 'meta'], async (work) => {
    for (const table of MIRROR) await work.clear(table)
    await work.remove('meta', ['inWarehouse', 'dashboardLive', 'dashboardLongTerm', 'fleetToday'])
    await beginAgain(work)
  })

/** Gives back what was locked away of this person. What cannot be opened, or not now, stays locked and is never thrown away. */
export async function bringBack(store: DeviceStore, { database, key }: Owner): Promise<void> {
  const lock = key === null ? null : await lockOf(key)
  const open = async ({ database: name, since, content }: Sealed) => {
    if (content && !lock) return
    if (content && lock) await putBack(store, since, await decrypt(lock, content))
    await unseal(name)
  }
  const failures: unknown[] = []
  for (const sealed of (await sealedOutboxes()).filter((one) => isOf(one, database)))
    await open(sealed).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'not all that was locked could be opened')
}

/** Earlier apps sealed under the name of the database alone. */
const isOf = ({ database, of }: Sealed, wanted: string) => (of ?? database) === wanted

const putBack = (store: DeviceStore, since: number, own: Own): Promise<void> =>
  store.write(OWN, async (work) => {
    // The app may have ended right after this, before it was noted: what is here is newer by now.
    if ((await readMeta(work, 'openedSeal', 0)) === since) return
    const fill = await readMeta(work, 'fill', 0)
    await work.put('outbox', own.outbox)
    await work.put('batches', own.batches)
    await work.put('journal', own.journal)
    await work.put('drafts', own.drafts)
    await work.put('meta', own.meta)
    await writeMeta(work, 'fill', fill)
    await beginAgain(work)
    await writeMeta(work, 'openedSeal', since)
  })

const lockOf = async (key: string): Promise<CryptoKey | null> => {
  const bytes = Uint8Array.from(key.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return globalThis.crypto?.subtle ? crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']) : null
}

async function encrypt(lock: CryptoKey, own: Own): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, lock, new TextEncoder().encode(JSON.stringify(own))) }
}

async function decrypt(lock: CryptoKey, { iv, data }: Encrypted): Promise<Own> {
  return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, lock, data))) as Own
}
