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

describe('the fonts that ship', () => {
  it.each(['regular', 'bold'] as const)('Latin %s draws every letter of Europe', (weight) => {
    expect(lacking(WESTERN + CYRILLIC_AND_GREEK, paperFonts('latin')[weight])).toEqual([])
  })

  it.each(['regular', 'bold'] as const)('Japanese %s draws Japanese and Polish', (weight) => {
    expect(lacking(POLISH + JAPANESE, paperFonts('japanese')[weight])).toEqual([])
  })

  it('Japanese regular draws the kanji of names too', () => {
    expect(lacking(RARER_KANJI, paperFonts('japanese').regular)).toEqual([])
  })

  it('Latin stays small enough to come with the app', () => {
    const { regular, bold } = paperFonts('latin')
    expect(regular.length).toBeLessThan(80 * 1024)
    expect(bold.length).toBeLessThan(80 * 1024)
  })
})

describe('which font a paper needs', () => {
  it('is Japanese for a Japanese reader', () => {
    expect(paperFontFor('ja-JP', ['Cola'])).toBe('japanese')
    expect(paperFontFor('jp', [])).toBe('japanese')
  })

  it('is Japanese as soon as one product is named so', () => {
    expect(paperFontFor('pl', ['Woda', '緑茶'])).toBe('japanese')
    expect(paperFontFor('en', ['コーラ'])).toBe('japanese')
    expect(paperFontFor('en', ['ＣＯＬＡ'])).toBe('japanese')
  })

  it('is Latin for all else', () => {
    expect(paperFontFor('pl', ['Gęś', 'Žatec', '2,50 zł'])).toBe('latin')
    expect(paperFontFor('jam', ['Cola'])).toBe('latin')
  })
})
