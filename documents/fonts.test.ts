import { describe, expect, it } from 'vitest'
import { paperFonts } from '../tests/support/paper-fonts.ts'
import { readFont } from '../tests/support/sfnt.ts'
import { paperFontFor } from './fonts.ts'

const POLISH = 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ'
const WESTERN = `${POLISH}äöüßÄÖÜẞéèêçñåøæœčďěňřšťůžőűășțğışĞİŞđāēīūģķļņ0123456789 ¡¿«»„”‚‘’“–—…·•€£¥₺₴%‰°×−\u00a0`
const CYRILLIC_AND_GREEK = 'АБВЖЩЮЯабвжщюяЁёЇїЄєҐґΑΩάέήίόύώ'
const JAPANESE = 'あアぁァがガ゛゜ー、。「」・ｱﾞ￥%亜腕水茶紅緑炭酸無糖缶円在庫不足商品価格①㈱'
const RARER_KANJI = '珈琲麒麟饂飩髙﨑彌龍熙鷗塡剝頰'

function lacking(text: string, font: Uint8Array): string[] {
  const { glyphOf, outlineBytes } = readFont(font)
  return [...text].filter((letter) => glyphOf(letter) === 0 || (/\S/.test(letter) && outlineBytes(glyphOf(letter)) === 0))
}

describe('bundled fonts', () => {
  it.each(['regular', 'bold'] as const)('Latin %s contains every letter of Europe', (weight) => {
    expect(lacking(WESTERN + CYRILLIC_AND_GREEK, paperFonts('latin')[weight])).toEqual([])
  })

  it.each(['regular', 'bold'] as const)('Japanese %s contains Japanese and Polish', (weight) => {
    expect(lacking(POLISH + JAPANESE, paperFonts('japanese')[weight])).toEqual([])
  })

  it('Japanese regular contains the kanji of names', () => {
    expect(lacking(RARER_KANJI, paperFonts('japanese').regular)).toEqual([])
  })

  it('Latin is small enough to ship with the app', () => {
    const { regular, bold } = paperFonts('latin')
    expect(regular.length).toBeLessThan(80 * 1024)
    expect(bold.length).toBeLessThan(80 * 1024)
  })
})

describe('the font of a document', () => {
  it('is Japanese for a Japanese reader', () => {
    expect(paperFontFor('ja-JP', ['Cola'])).toBe('japanese')
    expect(paperFontFor('jp', [])).toBe('japanese')
  })

  it('is Japanese if a product name is Japanese', () => {
    expect(paperFontFor('pl', ['Woda', '緑茶'])).toBe('japanese')
    expect(paperFontFor('en', ['コーラ'])).toBe('japanese')
    expect(paperFontFor('en', ['ＣＯＬＡ'])).toBe('japanese')
  })

  it('is Latin otherwise', () => {
    expect(paperFontFor('pl', ['Gęś', 'Žatec', '2,50 zł'])).toBe('latin')
    expect(paperFontFor('jam', ['Cola'])).toBe('latin')
  })
})
