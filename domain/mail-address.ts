import { decode } from 'punycode/punycode.es6.js'

const PREFIX = 'xn--'

/** Only letters, marks and digits: a decoded label must not contain a dot, a direction mark or anything else with a meaning of its own. */
const READABLE = /^[\p{L}\p{M}\p{N}-]+$/u

function readableLabel(label: string): string {
  if (!label.toLowerCase().startsWith(PREFIX)) return label
  try {
    const readable = decode(label.slice(PREFIX.length).toLowerCase())
    return READABLE.test(readable) && readable === readable.normalize('NFC').toLowerCase() ? readable : label
  } catch {
    // It is not Punycode.
    return label
  }
}

/**
 * A mail address, or a login that may be one, with its domain in the script in which people write it. Fields for mail addresses convert it
 * to ASCII in some browsers and not in others (`info@xn--mller-kva.de`, `info@müller.de`), and both are one mailbox.
 */
export function readableAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 0) return address
  return (
    address.slice(0, at + 1) +
    address
      .slice(at + 1)
      .split('.')
      .map(readableLabel)
      .join('.')
  )
}
