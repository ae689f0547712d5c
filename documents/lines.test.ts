import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fewLinesOf, linesOf } from './lines.ts'
import { printable } from './printable.ts'

const letters = (text: string) => [...text].length
const words = fc.string({ unit: fc.constantFrom(...'aąłŻ mM  -/.,()水ー、。「」ゃコ\u00a0') }).map(printable)

describe('breaking a name into lines', () => {
  it('breaks between words', () => {
    expect(linesOf('Woda gazowana Żywiec', 14, letters)).toEqual(['Woda gazowana', 'Żywiec'])
  })

  it('cuts a word that is longer than a line', () => {
    expect(linesOf('Bardzodługanazwa 1', 7, letters)).toEqual(['Bardzod', 'ługanaz', 'wa 1'])
  })

  it('keeps an amount next to its unit', () => {
    expect(linesOf('Woda 0,5\u00a0l', 8, letters)).toEqual(['Woda', '0,5 l'])
  })

  it('breaks Japanese between letters, but not before a stop or after a bracket', () => {
    expect(linesOf('お茶、コーラ「特」水', 3, letters)).toEqual(['お茶、', 'コーラ', '「特」', '水'])
    expect(linesOf('水水水。水', 3, letters)).toEqual(['水水', '水。水'])
  })

  it('loses no letter and exceeds no width', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 12 }), (text, width) => {
        const lines = linesOf(text, width, letters)
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
        for (const line of lines) expect(letters(line)).toBeLessThanOrEqual(width)
      }),
    )
  })
})

describe('a long text', () => {
  it('of spaces or marks is broken in linear time', () => {
    const size = 400_000
    let measured = 0
    const measure: typeof letters = (text) => {
      measured += text.length
      return text.length
    }
    expect(linesOf(`a${' '.repeat(size)}b`, 8, measure)).toEqual(['a', 'b'])
    expect(fewLinesOf(`${'.'.repeat(size)}x${'y'.repeat(size)}`, 1, size + 1, measure)).toEqual(['…'])
    expect(measured).toBeLessThan(size * 100)
  })
})

describe('a limited number of lines', () => {
  it('ends in an ellipsis if text was cut', () => {
    expect(fewLinesOf('Universitätsklinikum Heidelberg, Kopfklinik, Foyer', 2, 20, letters)).toEqual([
      'Universitätsklinikum',
      'Heidelberg…',
    ])
  })

  it('is unchanged if everything fits', () => {
    expect(fewLinesOf('Lobby', 2, 20, letters)).toEqual(['Lobby'])
  })

  it('never exceeds the limit or the width', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 12 }), (text, most, width) => {
        const lines = fewLinesOf(text, most, width, letters)
        expect(lines.length).toBeLessThanOrEqual(most)
        for (const line of lines) expect(letters(line)).toBeLessThanOrEqual(width)
      }),
    )
  })
})
