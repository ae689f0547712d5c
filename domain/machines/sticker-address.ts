/** What a scanned or typed text says. A token is 128 bits of chance, so that one is worth asking for whichever host stands before it. */
export type ReadSticker =
  | { kind: 'sticker'; token: string; host: string | null }
  /** A web address, but of no machine. */
  | { kind: 'other-address'; host: string }
  | { kind: 'nothing' }

const TOKEN = /^[\w-]{8,100}$/

/** The address that a sticker holds. `origin` as in https://vending.example, where people reach the app. */
export const stickerAddress = (origin: string, token: string): string => `${origin.replace(/\/$/, '')}/m/${encodeURIComponent(token)}`

/** Reads what a camera saw or a person typed: a sticker's whole address, or its token alone. */
export function readSticker(scanned: string): ReadSticker {
  const text = scanned.trim()
  if (TOKEN.test(text)) return { kind: 'sticker', token: text, host: null }
  const address = addressIn(text)
  if (!address) return { kind: 'nothing' }
  const token = /\/m\/([^/?#]+)\/?$/.exec(address.path)?.[1]
  return token && TOKEN.test(token) ? { kind: 'sticker', token, host: address.host } : { kind: 'other-address', host: address.host }
}

/** `domain` knows no URL class: http(s), no user name before the host, the host in small letters with its port. */
function addressIn(text: string): { host: string; path: string } | null {
  const [, host, path = '/'] = /^https?:\/\/([^\s/?#@]+)(\/[^\s?#]*)?(?:[?#]\S*)?$/i.exec(text) ?? []
  return host ? { host: host.toLowerCase(), path } : null
}
