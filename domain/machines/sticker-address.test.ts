import { describe, expect, it } from 'vitest'
import { readSticker, stickerAddress } from './sticker-address.ts'

const TOKEN = 'kX3_9vQ-1mNpR7tYw2ZaBc'

describe('a sticker', () => {
  it('is read back from the address that was printed on it', () => {
    for (const origin of ['https://vending.example', 'https://vending.example/', 'http://10.0.0.4:8080'])
      expect(readSticker(stickerAddress(origin, TOKEN))).toMatchObject({ kind: 'sticker', token: TOKEN })
  })

  it('names the host that it was printed for', () => {
    expect(readSticker(`HTTPS://Vending.Example:8443/m/${TOKEN}`)).toEqual({ kind: 'sticker', token: TOKEN, host: 'vending.example:8443' })
  })

  it('is read with what a chat or a browser put around its address', () => {
    for (const text of [
      `  https://vending.example/m/${TOKEN}\n`,
      `https://vending.example/m/${TOKEN}/`,
      `https://vending.example/m/${TOKEN}?from=mail#top`,
    ])
      expect(readSticker(text)).toMatchObject({ kind: 'sticker', token: TOKEN })
  })

  it('is known by its code alone, as a person types it', () => {
    expect(readSticker(` ${TOKEN} `)).toEqual({ kind: 'sticker', token: TOKEN, host: null })
  })

  it('keeps capital and small letters apart', () => {
    expect(readSticker(TOKEN.toLowerCase())).not.toEqual(readSticker(TOKEN))
  })
})

describe('what is no sticker', () => {
  it('is told as the address it is', () => {
    for (const text of [
      'https://menu.example/table/7',
      'https://vending.example/m/',
      'https://vending.example/m/short',
      'https://vending.example',
    ])
      expect(readSticker(text)).toMatchObject({ kind: 'other-address' })
  })

  it('is nothing, where it is no address either', () => {
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

  it('does not hide its host behind a user name', () => {
    expect(readSticker(`https://vending.example@evil.example/m/${TOKEN}`)).toEqual({ kind: 'nothing' })
  })
})
