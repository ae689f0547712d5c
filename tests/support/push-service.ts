import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A push message as received by a browser: the notification and the headers for the push service. */
type Pushed = { device: string; payload: Record<string, string>; headers: IncomingMessage['headers'] }

/**
 * A push service with browsers behind it, on loopback, implemented from RFC 8030, 8188, 8291 and 8292: it rejects requests whose token is
 * not signed by the key that the browser subscribed with, and decrypts each message with the browser's own keys.
 */
export async function aPushService() {
  const got: Pushed[] = []
  const refused: string[] = []
  const browsers = new Map<string, { serverKey: string; pair: ReturnType<typeof createECDH>; auth: Buffer }>()
  const answers = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const device = request.url?.slice('/push/'.length) ?? ''
    const body = await buffer(request)
    const browser = browsers.get(device)
    const status = answers.get(device) ?? (browser ? 201 : 404)
    if (status !== 201 || !browser) return void response.writeHead(status).end()
    try {
      checkVapid(String(request.headers.authorization), browser.serverKey, origin())
      got.push({ device, payload: JSON.parse(opened(body, browser.pair, browser.auth)), headers: request.headers })
      response.writeHead(201, { location: `${origin()}/message` }).end()
    } catch (error) {
      refused.push(String(error))
      response.writeHead(403).end()
    }
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    got,
    refused,
    origin: origin(),
    /** Subscribes a browser with the server's key and returns the subscription. */
    subscribe: (device: string, serverKey: string) => {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      browsers.set(device, { serverKey, pair, auth })
      const keys = { p256dh: pair.getPublicKey('base64url', 'uncompressed'), auth: auth.toString('base64url') }
      return { endpoint: `${origin()}/push/${device}`, keys }
    },
    /** Sets the status for a device's messages from now on; 201 accepts them. */
    answer: (device: string, status: number) => answers.set(device, status),
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

/** RFC 8292: `vapid t=<JWT>, k=<key>`, an ES256 signature over who it is for and until when. */
function checkVapid(authorization: string, serverKey: string, audience: string): void {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (key !== serverKey) throw new Error('the server key differs from the one that the browser subscribed with')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const isOurs = aud === audience && exp > Date.now() / 1000 && exp <= Date.now() / 1000 + 86_400 && /^mailto:/.test(sub)
  if (!isSigned || !isOurs) throw new Error('the token is not signed, or not for this service')
}

/** RFC 8291: the content key is derived from both sides' keys and the secret; RFC 8188 defines the layout of the body. */
function opened(body: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const senderKey = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey])
  const derive = (from: Buffer, salted: Buffer, about: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', from, salted, about, length))
  const secret = derive(pair.computeSecret(senderKey), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  const end = plain.lastIndexOf(2)
  return plain.subarray(0, end).toString()
}
