import { Anchor } from '@mantine/core'

/** The customer's contact: an e-mail address, a phone number, or other text. */
export function Contact({ contact }: { contact: string }) {
  const way = wayTo(contact)
  return way === null ? contact : <Anchor href={way}>{contact}</Anchor>
}

function wayTo(contact: string): string | null {
  const text = contact.trim()
  if (/^[^\s@?&]+@[^\s@?&]+\.[^\s@?&]+$/.test(text)) return `mailto:${encodeURIComponent(text).replace('%40', '@')}`
  const digits = text.replaceAll(/[\s()./-]/g, '')
  return /^\+?\d{6,15}$/.test(digits) ? `tel:${digits}` : null
}
