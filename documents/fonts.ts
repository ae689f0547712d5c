/** Two weights of one TrueType font, as whole files; `name` is its name in the PDF. jsPDF's own fonts lack Polish letters. */
export type PaperFonts = { name: string; regular: Uint8Array; bold: Uint8Array }

export type PaperScript = 'latin' | 'japanese'

const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303f\uff01-\uffef]/u

/** Selects the font for these texts: the Japanese fonts are forty times as large, and contain Latin letters too. */
export function paperFontFor(language: string, texts: readonly string[]): PaperScript {
  if (/^(ja|jp)\b/i.test(language) || texts.some((text) => JAPANESE.test(text))) return 'japanese'
  return 'latin'
}
