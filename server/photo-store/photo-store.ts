import type { CompanyId } from '#domain/ids.ts'
import { type Moment, SECOND } from '#domain/time.ts'
import { createCircuitBreaker } from '../http/circuit-breaker.ts'
import type { PhotoStoreSettings } from './photo-settings.ts'
import { createS3Client, type StoredObject, StoreFailure } from './s3-client.ts'

/** The S3-compatible store of photos from the settings. Every call throws a `StoreFailure` if the store does not answer usably. */
export type PhotoStore = {
  /** Its address without credentials. */
  address: string
  put(name: PhotoName, content: Buffer): Promise<void>
  /** Null if there is no such object. Content that does not match its hash counts as a failure. */
  get(name: PhotoName): Promise<Buffer | null>
  remove(name: PhotoName): Promise<void>
  /** All objects of the store, in pages; of each with the name of its photo, or null if it is none. */
  list(): AsyncGenerator<{ key: string; changedAt: Moment; name: PhotoName | null }[]>
  removeKey(key: string): Promise<void>
  /** Stores, reads and deletes a small object. */
  check(): Promise<void>
}

/** A photo of a company. The name contains the hash of the content, so that no upload can replace the content of another. */
export type PhotoName = { company: CompanyId; id: string; hash: string }

const NAME = /^(\d+)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/([\w-]{43})$/

export function createPhotoStore(settings: PhotoStoreSettings, now: () => Moment): PhotoStore {
  const client = createS3Client(settings)
  const breaker = createCircuitBreaker({ maxFailures: 3, pauseMs: 20 * SECOND, now })
  const { prefix } = settings
  const keyOf = ({ company, id, hash }: PhotoName) => `${prefix}${company}/${id}/${hash}`
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (breaker.isOpen()) throw new StoreFailure('AWAY', 'it failed several times and is not asked for some seconds')
    try {
      const result = await work()
      breaker.succeeded()
      return result
    } catch (error) {
      breaker.failed()
      throw error
    }
  }
  return {
    address: `s3://${settings.bucket}/${prefix} at ${settings.endpoint}`,
    put: (name, content) => guarded(() => client.put(keyOf(name), content)),
    get: (name) =>
      guarded(async () => {
        const content = await client.get(keyOf(name))
        if (content && client.hashOf(content) !== name.hash)
          throw new StoreFailure('ANSWER', `the content of ${keyOf(name)} is not what was stored`)
        return content
      }),
    remove: (name) => guarded(() => client.remove(keyOf(name))),
    removeKey: (key) => guarded(() => client.remove(key)),
    async *list() {
      for await (const page of client.list(prefix)) yield page.map((object) => ({ ...object, name: nameOf(object, prefix) }))
    },
    check: async () => {
      const key = `${prefix}check`
      const content = Buffer.from('Roundsman')
      await client.put(key, content)
      const read = await client.get(key)
      if (!read?.equals(content)) throw new StoreFailure('ANSWER', 'it did not return what was stored')
      for await (const _page of client.list(prefix)) break
      await client.remove(key)
    },
  }
}

function nameOf({ key }: StoredObject, prefix: string): PhotoName | null {
  const [, company, id, hash] = NAME.exec(key.slice(prefix.length)) ?? []
  return company && id && hash ? { company: Number(company), id, hash } : null
}

/** Reports at the start whether the store can be used. The server starts in any case, and phones keep what they cannot upload. */
export async function checkAtStart(store: PhotoStore): Promise<string | null> {
  try {
    await store.check()
    return null
  } catch (error) {
    const reason = error instanceof StoreFailure ? error.message : String(error)
    return `Photos cannot be stored: the photo store ${store.address} cannot be used: ${reason}. Phones keep their photos until PHOTO_STORE and its AWS variables are correct.`
  }
}
