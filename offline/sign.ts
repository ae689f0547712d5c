import { type HandOver, signedText } from '#domain/vans/hand-over.ts'

/** HMAC-SHA-256 of a hand-over with the giver's key, in base64url. */
export async function signatureOf(key: string, handOver: HandOver): Promise<string> {
  const text = new TextEncoder()
  const imported = await crypto.subtle.importKey('raw', text.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', imported, text.encode(signedText(handOver))))
  return btoa(String.fromCharCode(...signed))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
