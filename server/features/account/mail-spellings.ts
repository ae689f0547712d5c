import { domainToASCII } from 'node:url'
import { readableAddress } from '#domain/mail-address.ts'

/** The ways in which one address may be stored: an account made in an earlier version has its domain as the browser sent it. */
export function spellingsOf(address: string): string[] {
  const readable = readableAddress(address)
  const domainAt = readable.lastIndexOf('@') + 1
  if (domainAt === 0) return [address]
  // Empty for what is no domain.
  const ascii = domainToASCII(readable.slice(domainAt))
  return [...new Set([address, readable, ...(ascii ? [readable.slice(0, domainAt) + ascii] : [])])]
}
