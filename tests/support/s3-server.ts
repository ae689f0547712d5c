import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PhotoStoreSettings } from '../../server/photo-store/photo-settings.ts'

const KEY = { accessKeyId: 'AKIDTEST', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }

type Fault = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * An S3-compatible server for one bucket. It computes each signature itself (AWS Signature Version 4, from the request as it arrived), and
 * refuses a wrong one, an altered body and a time that differs by 15 minutes. `fault` answers instead, if it returns true.
 */
export async function s3Server({ pageSize = 1_000 } = {}) {
  const objects = new Map<string, { content: Buffer; changedAt: number }>()
  const seen: string[] = []
  let fault: Fault = () => false
  const server = createServer(async (request, response) => {
    if (fault(request, response)) return
    const body = await buffer(request).catch(() => null)
    if (!body) return
    seen.push(`${request.method} ${request.url}`)
    const refusal = refusalOf(request, body)
    if (refusal) return answerError(response, 403, refusal)
    answer(request, body, response)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function answer({ method, url = '' }: IncomingMessage, body: Buffer, response: ServerResponse) {
    const { pathname, searchParams } = new URL(url, endpoint)
    const [, bucket, key = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(pathname)) ?? []
    if (bucket !== 'photos') return answerError(response, 404, 'NoSuchBucket')
    const object = objects.get(key)
    if (method === 'PUT') {
      objects.set(key, { content: body, changedAt: Date.now() })
      response.setHeader('etag', `"${createHash('md5').update(body).digest('hex')}"`).end()
    } else if (method === 'DELETE') {
      objects.delete(key)
      response.writeHead(204).end()
    } else if (method === 'GET' && key) {
      if (object) response.end(object.content)
      else answerError(response, 404, 'NoSuchKey')
    } else if (method === 'GET' && searchParams.get('list-type') === '2') {
      response.setHeader('content-type', 'application/xml').end(listOf(searchParams))
    } else answerError(response, 405, 'MethodNotAllowed')
  }

  function listOf(query: URLSearchParams): string {
    const after = query.get('continuation-token') ?? ''
    const prefix = query.get('prefix') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, pageSize)
    const isCut = keys.length > page.length
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${new Date(objects.get(key)?.changedAt ?? 0).toISOString()}</LastModified></Contents>`,
    )
    return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>photos</Name><IsTruncated>${isCut}</IsTruncated>${
      isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    }${contents.join('')}</ListBucketResult>`
  }

  const settings: PhotoStoreSettings = { bucket: 'photos', prefix: 'here/', endpoint, region: 'eu-central-1', credentials: KEY }
  return {
    settings,
    objects,
    /** Method and path of every request that reached the store. */
    seen,
    fail: (next: Fault) => {
      fault = next
    },
    work: () => {
      fault = () => false
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export type S3Server = Awaited<ReturnType<typeof s3Server>>

export function answerError(response: ServerResponse, status: number, code: string) {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
/** RFC 3986: everything but unreserved characters. */
const encode = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

type Signed = {
  method: string
  /** Path and query as sent. */
  target: string
  headers: Record<string, string>
  signedHeaders: readonly string[]
  region: string
  service: string
  secret: string
}

/** The signature by the rules of Signature Version 4 (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html). */
export function signatureOf({ method, target, headers, signedHeaders, region, service, secret }: Signed): string {
  const [path = '', query = ''] = target.split('?')
  const canonicalPath = decodeURIComponent(path).split('/').map(encode).join('/')
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const lines = signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`)
  const hash = headers['x-amz-content-sha256'] ?? sha256('')
  const canonical = [method, canonicalPath, pairs.join('&'), lines.join(''), signedHeaders.join(';'), hash].join('\n')
  const time = headers['x-amz-date'] ?? ''
  const day = time.slice(0, 8)
  const toSign = ['AWS4-HMAC-SHA256', time, `${day}/${region}/${service}/aws4_request`, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), 'aws4_request')
  return hmac(key, toSign).toString('hex')
}

/** The code of the refusal, or null if the request is signed correctly. */
function refusalOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer): string | null {
  const form =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([\da-f]{64})$/
  const [, id, day, region = '', names = '', given] = form.exec(headers.authorization ?? '') ?? []
  if (!id) return 'AccessDenied'
  if (id !== KEY.accessKeyId) return 'InvalidAccessKeyId'
  const time = String(headers['x-amz-date'])
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - at) < 900_000) || day !== time.slice(0, 8)) return 'RequestTimeTooSkewed'
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const signedHeaders = names.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signedHeaders.includes(name))) return 'AccessDenied'
  const all = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  const expected = signatureOf({
    ...{ method, target: url, headers: all, signedHeaders, region },
    service: 's3',
    secret: KEY.secretAccessKey,
  })
  return expected === given ? null : 'SignatureDoesNotMatch'
}
