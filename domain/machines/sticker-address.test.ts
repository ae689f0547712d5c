import { describe, expect, it } from 'vitest'
import { readSticker, stickerAddress } from './sticker-address.ts'

const TOKEN = 'kX3_9vQ-1mNpR7tYw2ZaBc'

describe('a sticker', () => {
  it('is parsed from its printed address', () => {
    for (const origin of ['https://vending.example', 'https://vending.example/', 'http://10.0.0.4:8080'])
      expect(readSticker(stickerAddress(origin, TOKEN))).toMatchObject({ kind: 'sticker', token: TOKEN })
  })

  it('contains the host that it was printed for', () => {
    expect(readSticker(`HTTPS://Vending.Example:8443/m/${TOKEN}`)).toEqual({ kind: 'sticker', token: TOKEN, host: 'vending.example:8443' })
  })

  it('is parsed with the extra text of a chat or browser', () => {
    for (const text of [
      `  https://vending.example/m/${TOKEN}\n`,
      `https://vending.example/m/${TOKEN}/`,
      `https://vending.example/m/${TOKEN}?from=mail#top`,
    ])
      expect(readSticker(text)).toMatchObject({ kind: 'sticker', token: TOKEN })
  })

  it('is recognised by its typed code', () => {
    expect(readSticker(` ${TOKEN} `)).toEqual({ kind: 'sticker', token: TOKEN, host: null })
  })

  it('is case-sensitive', () => {
    expect(readSticker(TOKEN.toLowerCase())).not.toEqual(readSticker(TOKEN))
  })
})

describe('other codes', () => {
  it('are reported with their address', () => {
    for (const text of [
      'https://menu.example/table/7',
      'https://vending.example/m/',
      'https://vending.example/m/short',
      'https://vending.example',
    ])
      expect(readSticker(text)).toMatchObject({ kind: 'other-address' })
  })

  it('are nothing without an address', () => {
    for (const text of [
      '',
      '  ',
      '5901234123457 EAN',
      'WIFI:S:guests;P:secret;;',
      'mailto:a@b.example',
      'javascript:alert(1)',
      'https://',
      `x${'y'.repeat(120)}`,
    ])
      expect(readSticker(text)).toEqual({ kind: 'nothing' })
  })

  it('do not hide their host behind a user name', () => {
    expect(readSticker(`https://vending.example@evil.example/m/${TOKEN}`)).toEqual({ kind: 'nothing' })
  })
})
