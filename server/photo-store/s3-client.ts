import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { SaxesParser } from 'saxes'
import { PHOTO_BYTES } from '#domain/issues.ts'
import { type Moment, SECOND } from '#domain/time.ts'
import { isTimeout, ResponseTooLarge, readLimited, reasonOfFetch } from '../http/read-limited.ts'
import type { PhotoStoreSettings } from './photo-settings.ts'

/** AWAY: no answer, or an error of the service. DENIED: wrong credentials or rights. ANSWER: an answer that is not S3. */
type FailureKind = 'AWAY' | 'DENIED' | 'ANSWER'

export class StoreFailure extends Error {
  readonly kind: FailureKind
  constructor(kind: FailureKind, reason: string) {
    super(reason)
    this.kind = kind
  }
}

export type StoredObject = { key: string; changedAt: Moment }

/** Shorter than the server's limit of 27 s for a phone's request, which waits for the store. */
const TIMEOUT_MS = 8 * SECOND
const MAX_ATTEMPTS = 2
/** A page of a list has at most 1,000 keys of about 100 characters. */
const MAX_LIST_BYTES = 2 * 1024 * 1024
const MAX_ERROR_BYTES = 16 * 1024

/** The part of S3 that photos need: https://docs.aws.amazon.com/AmazonS3/latest/API. Addresses are path-style, which every service supports. */
export function createS3Client({ bucket, endpoint, region, credentials }: PhotoStoreSettings) {
  const cache = new Map<string, ArrayBuffer>()

  async function once(method: string, path: string, body: Buffer | null): Promise<Response> {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signer = new AwsV4Signer({
      ...{ method, url: `${endpoint}/${bucket}/${path}`, service: 's3', region, cache, ...credentials },
      headers: { 'x-amz-content-sha256': hash },
    })
    const { url, headers } = await signer.sign()
    return fetch(url, {
      method,
      headers,
      ...(body ? { body: new Uint8Array(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  }

  /** Every request is idempotent, so that it is repeated after a failure. The answer has a status that the caller expects. */
  async function send(method: string, path: string, body: Buffer | null, expected: readonly number[], limit: number) {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === MAX_ATTEMPTS
      try {
        const response = await once(method, path, body)
        const content = await readLimited(response, expected.includes(response.status) ? limit : MAX_ERROR_BYTES)
        if (expected.includes(response.status)) return { status: response.status, content }
        const code = codeIn(content)
        const reason = `it answered ${response.status}${code ? ` ${code}` : ''}`
        if (response.status === 401 || response.status === 403) throw new StoreFailure('DENIED', reason)
        if (response.status < 500 && response.status !== 429) throw new StoreFailure('ANSWER', reason)
        if (isLast) throw new StoreFailure('AWAY', reason)
      } catch (error) {
        if (error instanceof StoreFailure) throw error
        if (error instanceof ResponseTooLarge) throw new StoreFailure('ANSWER', error.message)
        // A slow store is not asked twice, because a phone waits.
        if (isLast || isTimeout(error))
          throw new StoreFailure('AWAY', isTimeout(error) ? `no answer within ${TIMEOUT_MS / SECOND} s` : reasonOfFetch(error))
      }
    }
  }

  return {
    hashOf: (content: Buffer) => createHash('sha256').update(content).digest('base64url'),
    put: async (key: string, content: Buffer): Promise<void> => void (await send('PUT', key, content, [200], MAX_ERROR_BYTES)),
    get: async (key: string): Promise<Buffer | null> => {
      const { status, content } = await send('GET', key, null, [200, 404], PHOTO_BYTES)
      if (status === 200) return content
      if (codeIn(content) === 'NoSuchKey') return null
      throw new StoreFailure('ANSWER', `it answered 404 ${codeIn(content)}`.trim())
    },
    remove: async (key: string): Promise<void> => void (await send('DELETE', key, null, [200, 204, 404], MAX_ERROR_BYTES)),
    async *list(prefix: string): AsyncGenerator<StoredObject[]> {
      let token = ''
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...(token ? { 'continuation-token': token } : {}) })
        const { content } = await send('GET', `?${query}`, null, [200], MAX_LIST_BYTES)
        const page = pageIn(content.toString())
        yield page.objects
        token = page.next
      } while (token)
    },
  }
}

/** The code of an error such as `<Error><Code>AccessDenied</Code>…`. */
const codeIn = (content: Buffer) => /<Code>(\w{1,60})<\/Code>/.exec(content.toString())?.[1] ?? ''

/** A page of ListObjectsV2. */
function pageIn(xml: string): { objects: StoredObject[]; next: string } {
  const objects: StoredObject[] = []
  const path: string[] = []
  let [text, key, changedAt, next, isCut] = ['', '', Number.NaN, '', false]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    path.push(name)
    text = ''
  })
  parser.on('text', (more) => {
    text += more
  })
  parser.on('closetag', () => {
    const at = path.join('/')
    if (at === 'ListBucketResult/Contents/Key') key = text
    else if (at === 'ListBucketResult/Contents/LastModified') changedAt = Date.parse(text)
    else if (at === 'ListBucketResult/Contents') objects.push({ key, changedAt })
    else if (at === 'ListBucketResult/NextContinuationToken') next = text
    else if (at === 'ListBucketResult/IsTruncated') isCut = text === 'true'
    path.pop()
    text = ''
  })
  try {
    parser.write(xml).close()
  } catch {
    throw new StoreFailure('ANSWER', 'its list cannot be read')
  }
  if (!xml.includes('<ListBucketResult') || objects.some((one) => Number.isNaN(one.changedAt)) || (isCut && !next))
    throw new StoreFailure('ANSWER', 'its list cannot be read')
  return { objects, next: isCut ? next : '' }
}
