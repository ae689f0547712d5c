import type { Moment } from '../time.ts'
import type { VanItem } from './van.ts'

/** Goods that the driver of one van gives to another van. `at`: by the clock of the giver's phone, corrected like that of any operation. */
export type HandOver = { id: string; from: number; to: number; at: Moment; items: readonly VanItem[] }

/** The text that the giver's phone signs. Items are in the order of their products, so that equal hand-overs have equal texts. */
export const signedText = ({ id, from, to, at, items }: HandOver): string =>
  JSON.stringify([
    id,
    from,
    to,
    at,
    items.toSorted((a, b) => a.productId - b.productId).map(({ productId, quantity }) => [productId, quantity]),
  ])

/** The content of the QR code: a prefix that distinguishes it from stickers, the hand-over in a short form, and its signature. */
const MARK = 'RM-HANDOVER-1:'

export const codeOf = (handOver: HandOver, signature: string): string => `${MARK}${signature}:${signedText(handOver)}`

/** The hand-over and signature in a code; null if it is none, or unreadable. The server checks the values. */
export function readCode(code: string): { handOver: HandOver; signature: string } | null {
  const [, signature, text] = /^RM-HANDOVER-1:([\w-]{43}):(.*)$/s.exec(code) ?? []
  if (signature === undefined || text === undefined) return null
  try {
    const [id, from, to, at, lines] = JSON.parse(text) as unknown[]
    if (typeof id !== 'string' || !Array.isArray(lines) || ![from, to, at].every(Number.isSafeInteger)) return null
    const items = lines.map((line): VanItem => {
      const [productId, quantity] = Array.isArray(line) ? line : []
      if (!Number.isSafeInteger(productId) || !Number.isSafeInteger(quantity)) throw new Error('not an item')
      return { productId, quantity }
    })
    return { handOver: { id, from: Number(from), to: Number(to), at: Number(at), items }, signature }
  } catch {
    return null
  }
}
