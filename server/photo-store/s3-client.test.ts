import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ManualTimeouts, manualTimeouts } from '../../tests/support/manual-timeouts.ts'
import { takePort } from '../../tests/support/ports.ts'
import { answerError, type S3Server, s3Server, signatureOf } from '../../tests/support/s3-server.ts'
import { aClock } from '../../tests/support/test-context.ts'
import { checkAtStart, createPhotoStore } from './photo-store.ts'
import { createS3Client } from './s3-client.ts'

let server: S3Server
let timeouts: ManualTimeouts
beforeAll(async () => {
  timeouts = manualTimeouts()
  server = await s3Server({ pageSize: 2 })
})
afterEach(() => {
  server.work()
  server.objects.clear()
  server.seen.length = 0
})
afterAll(async () => {
  timeouts.restore()
  await server.close()
})

const EMPTY = createHash('sha256').digest('hex')
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const BUCKET = 'https://examplebucket.s3.amazonaws.com'
const BODY = 'Welcome to Amazon S3.'

/** The examples of https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, and of the SigV4 test suite. */
type Vector = {
  name: string
  method: string
  url: string
  headers: Record<string, string>
  body?: string
  service?: string
  secret?: string
  datetime?: string
  signature: string
}
const VECTORS: readonly Vector[] = [
  {
    name: 'get an object with a range',
    ...{ method: 'GET', url: `${BUCKET}/test.txt`, headers: { range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY } },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    name: 'put an object',
    ...{ method: 'PUT', url: `${BUCKET}/test%24file.text`, body: BODY },
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': createHash('sha256').update(BODY).digest('hex'),
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    name: 'get the lifecycle of a bucket',
    ...{ method: 'GET', url: `${BUCKET}/?lifecycle=`, headers: { 'x-amz-content-sha256': EMPTY } },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    name: 'list objects',
    ...{ method: 'GET', url: `${BUCKET}/?max-keys=2&prefix=J`, headers: { 'x-amz-content-sha256': EMPTY } },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
  {
    name: 'get-vanilla of the test suite',
    ...{ method: 'GET', url: 'https://example.amazonaws.com/', headers: {}, service: 'service' },
    ...{ secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', datetime: '20150830T123600Z' },
    signature: '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  },
]

describe.each(VECTORS)('published signature: $name', ({ method, url, headers, signature, ...more }) => {
  const { secret = SECRET, datetime = '20130524T000000Z', service = 's3', body } = more
  const all: Record<string, string> = { ...headers, host: new URL(url).host, 'x-amz-date': datetime }

  test('is computed by the client', async () => {
    const signer = new AwsV4Signer({
      ...{ method, url, headers, service, datetime, region: 'us-east-1', allHeaders: true },
      ...{ accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: secret },
      ...(body === undefined ? {} : { body }),
    })
    expect((await signer.sign()).headers.get('authorization')).toContain(`Signature=${signature}`)
  })

  test('is computed by the server of the tests', () => {
    const { pathname, search } = new URL(url)
    const signedHeaders = Object.keys(all).sort()
    expect(signatureOf({ method, target: `${pathname}${search}`, headers: all, signedHeaders, region: 'us-east-1', service, secret })).toBe(
      signature,
    )
  })
})

const KEY = `here/7/${'0'.repeat(8)}-0000-4000-8000-000000000000/${'a'.repeat(43)}`

test('objects are stored, read, listed in pages, and deleted', async () => {
  const client = createS3Client(server.settings)
  const keys = ['here/a', 'here/b', 'here/c', 'here/d', 'here/e']
  for (const key of [...keys, 'elsewhere/f']) await client.put(key, Buffer.from(key))
  expect(await client.get('here/c')).toEqual(Buffer.from('here/c'))
  expect(await client.get('here/x')).toBeNull()
  const pages = []
  for await (const page of client.list('here/')) pages.push(page.map(({ key }) => key))
  expect(pages).toEqual([keys.slice(0, 2), keys.slice(2, 4), keys.slice(4)])
  await client.remove('here/c')
  await client.remove('here/c')
  expect(await client.get('here/c')).toBeNull()
})

test('a wrong secret, an unknown key and a wrong bucket are named', async () => {
  const { credentials } = server.settings
  const put = (changed: object) => createS3Client({ ...server.settings, ...changed }).put(KEY, Buffer.from('x'))
  await expect(put({ credentials: { ...credentials, secretAccessKey: 'wrong' } })).rejects.toMatchObject({
    kind: 'DENIED',
    message: 'it answered 403 SignatureDoesNotMatch',
  })
  await expect(put({ credentials: { ...credentials, accessKeyId: 'OTHER' } })).rejects.toMatchObject({
    message: 'it answered 403 InvalidAccessKeyId',
  })
  await expect(put({ bucket: 'others' })).rejects.toMatchObject({ kind: 'ANSWER', message: 'it answered 404 NoSuchBucket' })
  expect(server.objects.size).toBe(0)
})

test('a passing error is retried once, a lasting one is not', async () => {
  const client = createS3Client(server.settings)
  let failures = 0
  const failFor = (count: number) => {
    failures = 0
    server.fail((_request, response) => {
      if (++failures > count) return false
      answerError(response, 503, 'SlowDown')
      return true
    })
  }
  failFor(1)
  await client.put(KEY, Buffer.from('x'))
  expect(server.objects.size).toBe(1)
  failFor(2)
  await expect(client.get(KEY)).rejects.toMatchObject({ kind: 'AWAY', message: 'it answered 503 SlowDown' })
  expect(failures).toBe(2)
})

test('a cut connection, a redirect, garbage and an endless answer are failures', async () => {
  const client = createS3Client(server.settings)
  await client.put(KEY, Buffer.from('x'))
  const failsWith = async (fault: Parameters<S3Server['fail']>[0], kind: string, work: () => Promise<unknown> = () => client.get(KEY)) => {
    server.fail(fault)
    await expect(work()).rejects.toMatchObject({ kind })
  }
  await failsWith(({ socket }) => Boolean(socket.destroy()), 'AWAY')
  await failsWith((_, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('half')
    response.socket?.destroySoon()
    return true
  }, 'AWAY')
  await failsWith((_, response) => Boolean(response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()), 'AWAY')
  await failsWith((_, response) => Boolean(response.writeHead(200).end(Buffer.alloc(4 * 1024 * 1024))), 'ANSWER')
  await failsWith((_, response) => Boolean(response.writeHead(404).end('<html>not here</html>')), 'ANSWER')
  const list = async () => {
    for await (const _page of client.list('here/'));
  }
  for (const body of [
    '<html>sign in</html>',
    '<ListBucketResult><Contents>',
    '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>',
    '',
  ])
    await failsWith((_, response) => Boolean(response.writeHead(200).end(body)), 'ANSWER', list)
})

test('a store that does not respond fails after its timeout, without a retry', async () => {
  let requests = 0
  const arrived = new Promise<void>((resolve) =>
    server.fail(() => {
      requests++
      resolve()
      return true
    }),
  )
  const reading = expect(createS3Client(server.settings).get(KEY)).rejects.toMatchObject({ kind: 'AWAY', message: 'no answer within 8 s' })
  await arrived
  timeouts.expire()
  await reading
  expect(requests).toBe(1)
})

test('content that differs from its hash is a failure', async () => {
  const store = createPhotoStore(server.settings, Date.now)
  const content = Buffer.from('a photo')
  const name = { company: 7, id: '00000000-0000-4000-8000-000000000000', hash: createHash('sha256').update(content).digest('base64url') }
  await store.put(name, content)
  expect(await store.get(name)).toEqual(content)
  const [key = ''] = server.objects.keys()
  expect(key).toBe(`here/7/${name.id}/${name.hash}`)
  server.objects.set(key, { content: Buffer.from('another'), changedAt: 0 })
  await expect(store.get(name)).rejects.toMatchObject({ kind: 'ANSWER' })
})

test('after three failures the store gets no request for 20 seconds', async () => {
  const clock = aClock()
  const store = createPhotoStore(server.settings, clock.now)
  const name = { company: 7, id: '00000000-0000-4000-8000-000000000000', hash: 'a'.repeat(43) }
  let requests = 0
  server.fail((_, response) => {
    requests++
    answerError(response, 403, 'AccessDenied')
    return true
  })
  for (let count = 0; count < 6; count++) await expect(store.get(name)).rejects.toThrow()
  expect(requests).toBe(3)
  clock.pass(20_000)
  await expect(store.get(name)).rejects.toThrow('it answered 403 AccessDenied')
  await expect(store.get(name)).rejects.toThrow('is not asked')
  clock.pass(20_000)
  server.work()
  expect(await store.get(name)).toBeNull()
})

test('the check at the start names what is wrong, without credentials', async () => {
  expect(await checkAtStart(createPhotoStore(server.settings, Date.now))).toBeNull()
  expect(server.objects.size).toBe(0)
  const wrong = { ...server.settings, credentials: { ...server.settings.credentials, secretAccessKey: 'very-secret' } }
  const warning = await checkAtStart(createPhotoStore(wrong, Date.now))
  expect(warning).toBe(
    `Photos cannot be stored: the photo store s3://photos/here/ at ${server.settings.endpoint} cannot be used: it answered 403 SignatureDoesNotMatch. Phones keep their photos until PHOTO_STORE and its AWS variables are correct.`,
  )
  const gone = { ...server.settings, endpoint: `http://127.0.0.1:${await takePort()}` }
  expect(await checkAtStart(createPhotoStore(gone, Date.now))).toContain('ECONNREFUSED')
})
