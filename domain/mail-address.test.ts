import { domainToASCII } from 'node:url'
import { expect, test } from 'vitest'
import { readableAddress } from './mail-address.ts'

test.each([
  'müller.de',
  'bücher.example',
  'straße.example',
  'łódź.pl',
  'reader.рф',
  '自販機.jp',
  '한국어.example',
  'ελλάδα.example',
  'مثال.example',
  'हिन्दी.example',
  'a-ü-b.co.uk',
  'ü.ö.example',
])('the domain %s is read from its ASCII spelling', (domain) => {
  const ascii = domainToASCII(domain)
  expect(ascii).toContain('xn--')
  expect(readableAddress(`info@${ascii}`)).toBe(`info@${domain}`)
})

test.each([
  'info@müller.de',
  'info@reader.example',
  'adam_a1b2c',
  'xn--mller-kva.de',
  'info@xn--.example',
  'info@xn--a!.example',
  'info@xn--99999999.example',
  'xn--mller-kva@reader.example',
])('%s stays as it is', (address) => expect(readableAddress(address)).toBe(address))

// The label of U+202E between letters.
test('hostile use: a domain that decodes to a direction mark stays in ASCII', () => {
  const address = 'info@xn--ab-g4t.example'
  expect(readableAddress(address)).toBe(address)
})
