import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printable, spelled } from './printable.ts'

describe('user text', () => {
  it('loses characters that control a printer, a terminal or the text direction', () => {
    expect(printable('Cola\u0000 \u001b[31m0.5 l\u202e\u200b')).toBe('Cola [31m0.5 l')
  })

  it('becomes one line', () => {
    expect(printable('  Kaffee\r\n\tmit   Milch ')).toBe('Kaffee mit Milch')
  })

  it('keeps the non-breaking space between an amount and its currency', () => {
    expect(printable('2,50\u202fzł')).toBe('2,50\u00a0zł')
  })

  it('is normalized to composed letters', () => {
    expect(printable('Z\u0307o\u0301łta ge\u0328s\u0301')).toBe('Żółta gęś')
  })

  it('contains nothing that XML or a PDF cannot represent, and is stable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = printable(text)
        expect(clean).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\ufffe\uffff]/u)
        expect(printable(clean)).toBe(clean)
      }),
    )
  })
})

describe('a letter that the font lacks', () => {
  const latin = (codePoint: number) => codePoint < 0x180 || codePoint === 0xfffd

  it('is replaced by a compatible letter', () => {
    expect(spelled('① ﬁ Ḥ', latin)).toBe('1 fi H')
  })

  it('leaves a visible mark', () => {
    expect(spelled('Cola 🥤 水', latin)).toBe('Cola \ufffd \ufffd')
  })

  it('is never dropped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const written = spelled(text, latin)
        expect([...written].length).toBeGreaterThanOrEqual([...text].length)
        expect([...written].every((letter) => latin(letter.codePointAt(0) ?? 0))).toBe(true)
      }),
    )
  })
})
