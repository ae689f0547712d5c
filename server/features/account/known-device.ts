import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../http/request-context.ts'

/** Cookie that stores the logins that succeeded in this browser: a random device id, and a signature over id and login for each. */
const COOKIE = 'known_device'
const SHAPE = /^[\w-]{22}(\.[\w-]{43}){1,4}$/
/** Maximum number of logins that share one device. */
const MAX_LOGINS = 4
/** The maximum cookie lifetime in browsers. */
const LASTS_SECONDS = 400 * 24 * 3600

/** The device's id if this login succeeded on it before, otherwise null. */
export function knownDevice(ctx: Pick<AppContext, 'keyFor'>, request: FastifyRequest, login: string): string | null {
  const { id, seals } = read(request)
  if (id === null) return null
  const expected = Buffer.from(sealOf(ctx, id, login))
  return seals.some((seal) => timingSafeEqual(Buffer.from(seal), expected)) ? id : null
}

export function rememberDevice(ctx: Pick<AppContext, 'keyFor'>, request: FastifyRequest, reply: FastifyReply, login: string): void {
  const before = read(request)
  const id = before.id ?? randomBytes(16).toString('base64url')
  const ownSeal = sealOf(ctx, id, login)
  const seals = [ownSeal, ...before.seals.filter((seal) => seal !== ownSeal)].slice(0, MAX_LOGINS)
  void reply.setCookie(COOKIE, [id, ...seals].join('.'), {
    path: '/api/oauth',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: LASTS_SECONDS,
  })
}

function read(request: FastifyRequest): { id: string | null; seals: string[] } {
  const value = request.cookies[COOKIE] ?? ''
  if (!SHAPE.test(value)) return { id: null, seals: [] }
  const [id = null, ...seals] = value.split('.')
  return { id, seals }
}

const sealOf = (ctx: Pick<AppContext, 'keyFor'>, id: string, login: string) =>
  createHmac('sha256', ctx.keyFor('known-device')).update(`${id} ${login}`).digest('base64url')
