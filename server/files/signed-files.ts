import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { MINUTE } from '#domain/time.ts'
import type { House } from '../http/caller.ts'
import { type Refusal, refuse } from '../http/refusal.ts'

/** What a signed address gives out. Whoever holds it needs no sign-in, so it says everything itself. */
const Order = v.object({
  purpose: v.literal('slots-export'),
  company: v.number(),
  machine: v.number(),
  locale: v.string(),
  expires: v.number(),
})
export type Order = v.InferOutput<typeof Order>

const GOOD_FOR = 10 * MINUTE

/** Makes the paper that an order asks for. */
export type Printer = (
  house: House,
  company: number,
  machine: number,
  locale: string,
) => Promise<{ name: string; pdf: Buffer | Uint8Array } | Refusal>

type Keeper = Pick<House, 'keyFor' | 'now'>

/** The address of a file, good for ten minutes. */
export function signedAddress(house: Keeper, order: Omit<Order, 'expires'>): string {
  const content = Buffer.from(JSON.stringify({ ...order, expires: house.now() + GOOD_FOR } satisfies Order)).toString('base64url')
  return `/api/files/${content}.${signatureOf(house, content)}`
}

/** What an address stands for; one that nobody here has signed stands for nothing. */
export function readSigned(house: Keeper, id: string): Order | Refusal {
  const [content = '', signature = '', ...more] = id.split('.')
  if (more.length > 0 || !isSame(signature, signatureOf(house, content))) return refuse('NOT_FOUND')
  const order = v.parse(Order, JSON.parse(Buffer.from(content, 'base64url').toString()))
  return order.expires > house.now() ? order : refuse('FILE_EXPIRED')
}

const signatureOf = (house: Keeper, content: string) => createHmac('sha256', house.keyFor('files')).update(content).digest('base64url')

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
