import { newId } from './device.ts'
import { beginAgain } from './mirror.ts'
import { readBatches } from './outbox.ts'
import { type Draft, type Meta, type MetaRow, MIRROR, type Rows } from './records.ts'
import { type Encrypted, type Sealed, seal, sealedOutboxes, unseal } from './session.ts'
import { type DeviceStore, readMeta, type Work, writeMeta } from './store.ts'

/** A user's data on this device that cannot be fetched again. */
const OWN = ['outbox', 'batches', 'journal', 'drafts', 'photos', 'photoContents', 'meta'] as const
type Own = { [T in (typeof OWN)[number]]: Rows[T][] }

const readOwn = async (work: Work): Promise<Own> => ({
  outbox: await work.all('outbox'),
  batches: await work.all('batches'),
  journal: await work.all('journal'),
  drafts: await work.all('drafts'),
  photos: await work.all('photos'),
  photoContents: await work.all('photoContents'),
  meta: await work.all('meta'),
})

/** The owner of a database on this device. `key`: 64 hex digits, provided only by the account; null if this device never received it. */
type Owner = { database: string; key: string | null }

/** Storage for encrypted copies, separate from the users' databases. */
type Vault = { all(): Promise<Sealed[]>; put(sealed: Sealed): Promise<void>; remove(name: string): Promise<void> }

/** Encrypts and decrypts a user's data. */
export type Lock = { close(own: Own): Promise<Encrypted>; open(content: Encrypted): Promise<Own> }

/** `newId` returns an unused name in the vault. `lockOf`: null if the browser has no cryptography, as on a page without https. */
export type Keeper = { vault: Vault; newId(): string; lockOf(key: string): Promise<Lock | null> }

/** Metadata that is kept: it contains no personal data, and later operations must be ordered after the encrypted ones. */
const STAYING = ['fill', 'sealed', 'clock', 'lastOrder', 'lastStamp', 'lastPlaced', 'lastPlacedOrder'] as const satisfies (keyof Meta)[]

/**
 * Removes a user's data from this device at sign-out: the mirror is deleted, and data that exists only here is encrypted with a key that
 * only the account provides. Data that another tab writes meanwhile is encrypted as well. Without a key, or without cryptography in the
 * browser (a page without https), the data stays in the user's own database, because losing it would be worse.
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
  // A copy that the next one replaces; null once the database may have been cleared after that copy was made.
  let outdated: string | null = null
  let left: number | null = unsent
  for (;;) {
    const { own, order } = await readToSeal(store, newest)
    if (own.outbox.length + own.journal.length + own.drafts.length + own.photos.length === 0) break
    const name = nameIt()
    await vault.put({ database: name, of: database, unsent: left ?? own.outbox.length, since, order, content: await lock.close(own) })
    if (outdated !== null) await vault.remove(outdated)
    outdated = name
    const isGone = await store.write(OWN, async (work) => {
      const now = await readOwn(work)
      if (asText(now) !== asText(own)) return false
      // The transaction can run again after its commit, because the handle can die before it reports the commit.
      outdated = null
      left = null
      const staying = now.meta.filter(({ key }) => (STAYING as readonly string[]).includes(key))
      for (const table of OWN) await work.clear(table)
      await work.put('meta', staying)
      return true
    })
    if (isGone) return
  }
  // Another tab has sealed everything since.
  if (outdated !== null) await vault.remove(outdated)
}

/** Reads what is to be sealed, and numbers the copy higher than all older copies, whichever tab makes it. */
const readToSeal = (store: DeviceStore, newest: number): Promise<{ own: Own; order: number }> =>
  store.write(OWN, async (work) => {
    const order = 1 + Math.max(newest, await readMeta(work, 'sealed', 0))
    await writeMeta(work, 'sealed', order)
    return { own: await readOwn(work), order }
  })

/** Without the number of the copy, which another tab may change by sealing the same data. */
const asText = ({ meta, ...own }: Own): string => JSON.stringify([own, meta.filter(({ key }) => key !== 'sealed')])

/** Deletes what the server can send again. A page that is still in flight was requested for another fill and is discarded. */
export const wipeMirror = (store: DeviceStore): Promise<void> =>
  store.write([...MIRROR, 'responses', 'meta'], async (work) => {
    for (const table of [...MIRROR, 'responses'] as const) await work.clear(table)
    await beginAgain(work)
  })

/**
 * Restores the encrypted copies of a user. A copy that cannot be decrypted stays in the vault and is never deleted. The newest is restored
 * first because it has the latest state of operations that an older one contains too.
 */
export async function restoreAccount(store: DeviceStore, { database, key }: Owner, { vault, lockOf }: Keeper = BROWSER): Promise<void> {
  const matching = (await vault.all())
    .filter((one) => isOf(one, database))
    .toSorted((a, b) => (b.order ?? 0) - (a.order ?? 0) || b.since - a.since)
  if (matching.length === 0) return
  const lock = key === null ? null : await lockOf(key)
  const failures: unknown[] = []
  for (const { database: name, content } of matching) {
    if (content && !lock) continue
    // A damaged copy does not block the others.
    const own = content && lock ? await lock.open(content).catch((error: unknown) => void failures.push(error)) : null
    if (own === undefined) continue
    if (own) await putBack(store, own)
    await vault.remove(name)
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some encrypted copies could not be decrypted')
}

/** Older apps sealed under the name of the database only. */
const isOf = ({ database, of }: Sealed, name: string) => (of ?? database) === name

/**
 * Adds what is missing. The app may have stopped between encrypting and clearing, or between restoring and recording it, and may have been
 * used since: local data and journal entries are newer and take precedence.
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
    const hasPhoto = new Set(here.photos.map(({ id }) => id))
    // Copies of older apps have none.
    const photos = (own.photos ?? []).filter(({ id }) => !hasPhoto.has(id))
    await work.put('photos', photos)
    await work.put(
      'photoContents',
      (own.photoContents ?? []).filter(({ id }) => photos.some((photo) => photo.id === id)),
    )
    await addMeta(work, own.meta)
    // It is unknown which of this the mirror already shows.
    for (const table of MIRROR) await work.clear(table)
    await beginAgain(work)
  })

/** A form that was recorded since is no longer a draft; of two drafts of one form, the one edited last is kept. */
const newerDrafts = (given: readonly Draft[], here: readonly Draft[], recorded: ReadonlySet<string>): Draft[] =>
  given.filter(({ key, opId, savedAt }) => !recorded.has(opId) && !here.some((one) => one.key === key && one.savedAt >= savedAt))

/** Clock samples are not restored, because newer operations on this device would appear to have been recorded before them. */
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
  // The epoch of the server's database differs or is unknown: the next page reports it, and everything is sent again.
  if (then !== null && epoch !== then) await writeMeta(work, 'epoch', epoch === null ? String(then) : '')
}

/** AES-GCM with the key of the account, in the page's session database. */
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
