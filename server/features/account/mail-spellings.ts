import { domainToASCII } from 'node:url'
import { readableAddress } from '#domain/mail-address.ts'

/** The ways in which one address may be stored: an account made in an earlier version has its domain as the browser sent it. */
export const spellingsOf = (address: string): string[] => [...new Set([address, readableAddress(address), inAscii(address)])]

/** An address with its domain in ASCII, the same for all spellings of one domain. A login that is no address stays as it is. */
export function inAscii(address: string): string {
  const readable = readableAddress(address)
  const domainAt = readable.lastIndexOf('@') + 1
  // Empty for what is no domain.
  const ascii = domainAt === 0 ? '' : domainToASCII(readable.slice(domainAt))
  return ascii ? readable.slice(0, domainAt) + ascii : readable
}
