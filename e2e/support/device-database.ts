import type { Draft, JournalEntry, MetaRow, OutboxEntry, Photo } from '#offline/records.ts'
import type { Session } from '#offline/session.ts'

/** Anything that can evaluate code in a page: a Playwright tab or another engine. */
type Page = { evaluate<Answer>(work: (words: string[]) => Promise<Answer>, words: string[]): Promise<Answer> }

/** Reads a table of this phone directly, bypassing the app. `database`: the user's own, or the one with the session. */
const rowsOf = <T>(page: Page, table: 'outbox' | 'journal' | 'drafts' | 'photos' | 'meta' | 'session', database: string): Promise<T[]> =>
  page.evaluate(
    async ([name, store]) => {
      const known = await indexedDB.databases()
      const found = known.filter((one) => one.name?.match(new RegExp(`^${name}$`)))
      const all = await Promise.all(
        found.map(
          ({ name: exact }) =>
            new Promise<unknown[]>((resolve, reject) => {
              const opening = indexedDB.open(exact ?? '')
              opening.onerror = () => reject(opening.error)
              opening.onsuccess = () => {
                const db = opening.result
                const reading = db
                  .transaction(store ?? '')
                  .objectStore(store ?? '')
                  .getAll()
                reading.onerror = () => reject(reading.error)
                reading.onsuccess = () => {
                  db.close()
                  resolve(reading.result)
                }
              }
            }),
        ),
      )
      return all.flat() as T[]
    },
    [database, table],
  )

const PEOPLE = 'roundsman-\\d+-\\d+'

/** The outbox entries of all users of this phone. */
export const outboxOf = (page: Page) => rowsOf<OutboxEntry>(page, 'outbox', PEOPLE)
export const journalOf = (page: Page) => rowsOf<JournalEntry>(page, 'journal', PEOPLE)
export const draftsOf = (page: Page) => rowsOf<Draft>(page, 'drafts', PEOPLE)
/** Photos without their contents, in the order in which they were taken. */
export const photosOf = (page: Page) => rowsOf<Photo>(page, 'photos', PEOPLE)

/** Whether everything that this user may see has been synced to this phone. */
export const isFilled = async (page: Page): Promise<boolean> =>
  (await rowsOf<MetaRow>(page, 'meta', PEOPLE)).some((row) => row.key === 'syncedAt' && row.value !== null)

/** Everything that a holder of this phone can read of the app's data. */
export const readableOn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const found: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie]
    for (const { name } of await indexedDB.databases()) {
      const db = await resultOf(indexedDB.open(name ?? ''))
      for (const store of db.objectStoreNames)
        for (const row of await resultOf(db.transaction(store).objectStore(store).getAll()))
          found.push(JSON.stringify(row, (_, value) => (value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value)))
      db.close()
    }
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(url, (await (await caches.match(url))?.text()) ?? '')
    return found.join('\n')
  }, [])

export async function accessTokenOf(page: Page): Promise<string> {
  const [session] = await rowsOf<Session>(page, 'session', 'roundsman-session')
  if (!session) throw new Error('no user is signed in on this phone')
  return session.accessToken
}
