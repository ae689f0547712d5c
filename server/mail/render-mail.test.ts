import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MAIL_KINDS, renderMail } from './render-mail.ts'

const LANGUAGES = readdirSync('src/locales')
const LINK = 'https://ours.example/confirm/abc'

const HOSTILE: Record<string, string> = {
  'an address': 'Bill due https://evil.example/pay',
  'line breaks': 'Anna\r\n\r\nYour account is locked: call us\u2028now\u2029or never\u0085',
  'a host name': 'evil.example/pay',
  'a numeric host': '203.0.113.7/pay',
  'a host name with other dots': 'evil\u3002example evil\uff0eexample evil\uff61example evil\u2024example evil\ufe52example',
  'look-alike letters': 'https://pаypal.com раypal.com',
  'reordered text': '\u202egnp.elpmaxe.live\u202c \u2067x\u2069 \u200f',
  markup: '<a href="https://evil.example">Ours</a><img src=x onerror=alert(1)>',
}

/** What common mail clients turn into links. */
const LOOKS_LIKE_A_LINK = /\w:\/\/|www\.|[\p{L}\p{N}-][.\u3002\uff0e\uff61\u2024\ufe52](example|com)|\d+\.\d+\.\d+\.\d+/iu

const wordsOf = (hostile: string) => {
  const names = ['name', 'company', 'asked', 'turnover', 'turnoverBefore', 'from', 'until', 'count', 'countBefore', 'title']
  const lists = ['machines', 'products', 'shortages', 'items', 'body']
  return {
    ...Object.fromEntries(names.map((name) => [name, hostile])),
    ...Object.fromEntries(lists.map((name) => [name, hostile.replaceAll(/\s+/g, ' ')])),
    ...Object.fromEntries(
      ['link', 'linkToReset', 'linkToDashboard', 'linkToSettings', 'linkToApp', 'linkToPlace', 'linkToAlerts', 'linkToWebhook'].map(
        (name) => [name, LINK],
      ),
    ),
    login: 'anna',
    file: 'Sales',
    url: LINK,
  }
}

test.each(Object.entries(HOSTILE))('hostile use: %s in a name adds no link, line or reordered text', (_what, hostile) => {
  for (const locale of LANGUAGES)
    for (const kind of MAIL_KINDS) {
      const [mail, plain] = [renderMail(kind, locale, wordsOf(hostile)), renderMail(kind, locale, wordsOf('Anna'))]
      const where = `${kind} in ${locale}`
      expect(`${mail.subject}\n${mail.text}`.replaceAll(LINK, ''), where).not.toMatch(LOOKS_LIKE_A_LINK)
      expect(`${mail.subject}${mail.text}${mail.html}`, where).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200f\u2028\u2029\u0085]/)
      expect(mail.text.split('\n').length, where).toBe(plain.text.split('\n').length)
      expect(
        [...mail.html.matchAll(/<(\w+)/g)].map(([, tag]) => tag),
        where,
      ).toEqual([...plain.html.matchAll(/<(\w+)/g)].map(([, tag]) => tag))
      for (const [, address] of mail.html.matchAll(/href="([^"]*)"/g)) expect(address, where).toBe(LINK)
    }
})
