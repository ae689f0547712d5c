import { newId } from './device.ts'
import { beginAgain } from './mirror.ts'
import { readBatches } from './outbox.ts'
import { type Draft, type Meta, type MetaRow, MIRROR, type Rows } from './records.ts'
import { type Encrypted, type Sealed, seal, sealedOutboxes, unseal } from './session.ts'
import { type DeviceStore, readMeta, type Work, writeMeta } from './store.ts'

/** What lies in a person's part of this device and cannot be fetched again. */
const OWN = ['outbox', 'batches', 'journal', 'drafts', 'meta'] as const
export type Own = { [T in (typeof OWN)[number]]: Rows[T][] }

const readOwn = async (work: Work): Promise<Own> => ({
  outbox: await work.all('outbox'),
  batches: await work.all('batches'),
  journal: await work.all('journal'),
  drafts: await work.all('drafts'),
  meta: await work.all('meta'),
})

/** Whom a part of this device belongs to. `key`: 64 hex digits, which only their account tells; null where this device never heard it. */
export type Owner = { database: string; key: string | null }

/** Where what is locked lies, apart from every person's database. */
export type Vault = { all(): Promise<Sealed[]>; put(sealed: Sealed): Promise<void>; remove(name: string): Promise<void> }

/** Encrypts and opens what a person left. */
export type Lock = { close(own: Own): Promise<Encrypted>; open(content: Encrypted): Promise<Own> }

/** `newId` makes a name that nothing else in the vault has. `lockOf`: null where this browser has no cryptography, as on a page without https. */
export type Keeper = { vault: Vault; newId(): string; lockOf(key: string): Promise<Lock | null> }

/** What of the small facts stays: it says nothing of anybody, and what is recorded later must follow what is locked. */
const STAYING = ['fill', 'sealed', 'clock', 'lastOrder', 'lastStamp', 'lastPlaced', 'lastPlacedOrder'] as const satisfies (keyof Meta)[]

/**
 * Leaves nothing of a person on this device that the next one could read: the mirror goes, and what is only here is locked with a
 * key that their account alone tells. What another tab writes meanwhile is locked as well. Without a key, or where the browser has
 * no cryptography (a page without https), it stays where it is, in their own database: rather readable than lost.
 */
export async function sealAccount(
  store: DeviceStore,
  { database, key }: Owner,
  unsent: number,
  since: number,
  { vault, newId, lockOf }: Keeper = BROWSER,
): Promise<void> {
  await wipeMirror(store)
  const lock = key === null ? null : await lockOf(key)
  const before = (await vault.all()).filter((one) => isOf(one, database))
  const newest = Math.max(0, ...before.map((one) => one.order ?? 0))
  const nameIt = () => `${database} ${newId()}`
  if (!lock)
    return unsent > 0 ? vault.put({ database: nameIt(), of: database, unsent, since, order: newest + 1, content: null }) : undefined
  // A copy that the next one replaces. It is null once the database may have been cleared after that copy was made.
  let outdated: string | null = null
  let left: number | null = unsent
  for (;;) {
    const { own, order } = await readToSeal(store, newest)
    if (own.outbox.length + own.journal.length + own.drafts.length === 0) break
    const name = nameIt()
    await vault.put({ database: name, of: database, unsent: left ?? own.outbox.length, since, order, content: await lock.close(own) })
    if (outdated !== null) await vault.remove(outdated)
    outdated = name
    const isGone = await store.write(OWN, async (work) => {
      const now = await readOwn(work)
      if (asText(now) !== asText(own)) return false
      // The transaction can run again after it has committed, because the handle can die before it reports that.
      outdated = null
      left = null
      const staying = now.meta.filter(({ key }) => (STAYING as readonly string[]).includes(key))
      for (const table of OWN) await work.clear(table)
      await work.put('meta', staying)
      return true
    })
    if (isGone) return
  }
  // Another tab has sealed what was here since, all of it.
  if (outdated !== null) await vault.remove(outdated)
}

/** Reads what is to be sealed, and gives the copy a number that is higher than that of every older copy, whichever tab makes it. */
const readToSeal = (store: DeviceStore, newest: number): Promise<{ own: Own; order: number }> =>
  store.write(OWN, async (work) => {
    const order = 1 + Math.max(newest, await readMeta(work, 'sealed', 0))
    await writeMeta(work, 'sealed', order)
    return { own: await readOwn(work), order }
  })

/** Without the number of the copy: another tab that seals the same changes nothing of it. */
const asText = ({ meta, ...own }: Own): string => JSON.stringify([own, meta.filter(({ key }) => key !== 'sealed')])

/** What the server can tell again. A page that is still on its way finds another beginning than its own, and is not put in. */
export const wipeMirror = (store: DeviceStore): Promise<void> =>
  store.write([...MIRROR, 'meta'], async (work) => {
    for (const table of MIRROR) await work.clear(table)
    await work.remove('meta', ['inWarehouse', 'dashboardLive', 'dashboardLongTerm', 'fleetToday'])
    await beginAgain(work)
  })

/**
 * Gives back what was locked away of this person. What cannot be opened, or not now, stays locked and is never thrown away. The newest
 * comes first, because it knows what became of the operations that an older one holds too.
 */
export async function restoreAccount(store: DeviceStore, { database, key }: Owner, { vault, lockOf }: Keeper = BROWSER): Promise<void> {
  const theirs = (await vault.all())
    .filter((one) => isOf(one, database))
    .toSorted((a, b) => (b.order ?? 0) - (a.order ?? 0) || b.since - a.since)
  if (theirs.length === 0) return
  const lock = key === null ? null : await lockOf(key)
  const failures: unknown[] = []
  for (const { database: name, content } of theirs) {
    if (content && !lock) continue
    // One that was damaged keeps none of the others.
    const own = content && lock ? await lock.open(content).catch((error: unknown) => void failures.push(error)) : null
    if (own === undefined) continue
    if (own) await putBack(store, own)
    await vault.remove(name)
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not all that was locked could be opened')
}

/** Earlier apps sealed under the name of the database alone. */
const isOf = ({ database, of }: Sealed, wanted: string) => (of ?? database) === wanted

/**
 * Adds what is not here. The app may have ended between locking and clearing, or between giving back and noting it, and may have been
 * used since: what is here is newer, and so is what became of it by the journal.
 */
const putBack = (store: DeviceStore, own: Own): Promise<void> =>
  store.write([...MIRROR, ...OWN], async (work) => {
    const here = await readOwn(work)
    const isKnown = new Set([...here.outbox, ...here.journal].map(({ opId }) => opId))
    const isNew = ({ opId }: { opId: string }) => !isKnown.has(opId)
    const outbox = own.outbox.filter(isNew)
    const waits = new Set(outbox.map(({ opId }) => opId))
    await work.put('outbox', outbox)
    await work.put(
      'batches',
      readBatches(own.batches).flatMap((batch) => {
        const sent = batch.sent.filter(({ opId }) => waits.has(opId))
        const isHere = here.batches.some(({ id }) => id === batch.id)
        return sent.length > 0 ? [{ ...batch, id: isHere ? `${batch.id} again` : batch.id, sent }] : []
      }),
    )
    await work.put('journal', own.journal.filter(isNew))
    await work.put('drafts', newerDrafts(own.drafts, here.drafts, isKnown))
    await addMeta(work, own.meta)
    // What of this the mirror shows already is not known.
    for (const table of MIRROR) await work.clear(table)
    await beginAgain(work)
  })

/** A form that was recorded since is no draft any more, and of two of one form the one that was typed into last is kept. */
const newerDrafts = (given: readonly Draft[], here: readonly Draft[], recorded: ReadonlySet<string>): Draft[] =>
  given.filter(({ key, opId, savedAt }) => !recorded.has(opId) && !here.some((one) => one.key === key && one.savedAt >= savedAt))

/** Comparisons of the clock do not come back: what was recorded here since would count as recorded before them. */
async function addMeta(work: Work, rows: readonly MetaRow[]): Promise<void> {
  const given = new Map<string, unknown>(rows.map(({ key, value }) => [key, value]))
  const here = new Map<string, unknown>((await work.all('meta')).map(({ key, value }) => [key, value]))
  for (const key of ['deviceId', 'forgotAt'] as const)
    if (!here.has(key) && given.has(key)) await work.put('meta', [{ key, value: given.get(key) } as MetaRow])
  for (const key of ['lastOrder', 'lastStamp', 'lastRaw'] as const)
    await writeMeta(work, key, Math.max(Number(here.get(key) ?? 0), Number(given.get(key) ?? 0)))
  const placed = (from: Map<string, unknown>) => [Number(from.get('lastPlacedOrder') ?? 0), Number(from.get('lastPlaced') ?? 0)] as const
  const [order, at] = [placed(here), placed(given)].toSorted((a, b) => b[0] - a[0] || b[1] - a[1])[0] ?? [0, 0]
  await Promise.all([writeMeta(work, 'lastPlacedOrder', order), writeMeta(work, 'lastPlaced', at)])
  const [epoch, then] = [here.get('epoch') ?? null, given.get('epoch') ?? null]
  // Of another life of the server's database, or of nobody knows which: the next page says so, and all of it is sent once more.
  if (then !== null && epoch !== then) await writeMeta(work, 'epoch', epoch === null ? String(then) : '')
}

/** AES-GCM with the key of the account, under the page's own database of sessions. */
const BROWSER: Keeper = {
  vault: { all: sealedOutboxes, put: seal, remove: unseal },
  newId,
  lockOf: async (key) => {
    if (!globalThis.crypto?.subtle) return null
    const bytes = Uint8Array.from(key.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    const lock = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
    return {
      close: async (own) => {
        const iv = crypto.getRandomValues(new Uint8Array(12))
        return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, lock, new TextEncoder().encode(JSON.stringify(own))) }
      },
      open: async ({ iv, data }) =>
        JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, lock, data))) as Own,
    }
  },
}
