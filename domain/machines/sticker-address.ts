/** The result of parsing a scanned or typed text. A token has 128 random bits, so it is worth looking up on any host. */
type ReadSticker =
  | { kind: 'sticker'; token: string; host: string | null }
  /** A web address that is not of a machine. */
  | { kind: 'other-address'; host: string }
  | { kind: 'nothing' }

const TOKEN = /^[\w-]{8,100}$/

/** The URL of a sticker. `origin` is the public address of the app, such as https://vending.example. */
export const stickerAddress = (origin: string, token: string): string => `${origin.replace(/\/$/, '')}/m/${encodeURIComponent(token)}`

/** Parses a scanned or typed text: a sticker's full address, or its token only. */
export function readSticker(scanned: string): ReadSticker {
  const text = scanned.trim()
  if (TOKEN.test(text)) return { kind: 'sticker', token: text, host: null }
  const address = addressIn(text)
  if (!address) return { kind: 'nothing' }
  const token = /\/m\/([^/?#]+)\/?$/.exec(address.path)?.[1]
  return token && TOKEN.test(token) ? { kind: 'sticker', token, host: address.host } : { kind: 'other-address', host: address.host }
}

/** The domain layer has no URL class: http(s), no user name before the host, the host in lower case with its port. */
function addressIn(text: string): { host: string; path: string } | null {
  const [, host, path = '/'] = /^https?:\/\/([^\s/?#@]+)(\/[^\s?#]*)?(?:[?#]\S*)?$/i.exec(text) ?? []
  return host ? { host: host.toLowerCase(), path } : null
}
