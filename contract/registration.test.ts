import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Email, RegistrationFields } from './registration.ts'

describe('an e-mail address', () => {
  it.each([
    'ada@reader.example',
    'ada+machines@mail.reader.co.uk',
    'a.b-c_d@reader.example',
    "o'brien@reader.example",
    'r&d@reader.example',
    'info@bücher.example',
    'kontakt@łódź.pl',
    'info@自販機.jp',
    'ada@4.reader.example',
  ])('%s is accepted', (address) => {
    expect(v.parse(Email, address)).toBe(address)
  })

  it.each([
    'nomail',
    'ada@reader',
    'ada@@reader.example',
    'ada@reader..example',
    'ada@-reader.example',
    'ada@reader-.example',
    'ada.@reader.example',
    'ada b@reader.example',
    'ada@reader.example, eve@reader.example',
    'Ada <ada@reader.example>',
    'ada@reader.example\nBcc: eve@reader.example',
    'ada@192.168.0.1',
    `${'a'.repeat(200)}@reader.example`,
  ])('%j is refused', (address) => {
    expect(v.safeParse(Email, address).issues?.[0]?.message).toBe('EMAIL_INVALID')
  })

  it('is in lower case, without spaces around it', () => {
    expect(v.parse(Email, ' Ada@Reader.EXAMPLE ')).toBe('ada@reader.example')
  })

  it.each([
    ['info@xn--bcher-kva.example', 'info@bücher.example'],
    ['info@reader.xn--p1ai', 'info@reader.рф'],
    ['Info@MÜLLER.de', 'info@müller.de'],
  ])('%s, as some browsers convert it, is %s', (sent, read) => expect(v.parse(Email, sent)).toBe(read))

  it.each(['ü@müller.de', 'józef@reader.example'])('the refusal of %s says what is wrong', (address) => {
    expect(v.safeParse(Email, address).issues?.[0]?.message).toBe('EMAIL_BEFORE_AT')
  })

  it('is refused with one message', () => {
    const { issues } = v.safeParse(RegistrationFields, { name: 'Ada', email: '', companyName: 'Reader' })
    expect(issues?.map(({ message }) => message)).toEqual(['EMAIL_INVALID'])
  })
})
