/** Two weights of one TrueType font, whole files; `name` is what the PDF calls it. jsPDF's own fonts know no Polish. */
export type PaperFonts = { name: string; regular: Uint8Array; bold: Uint8Array }

export type PaperScript = 'latin' | 'japanese'

const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303f\uff01-\uffef]/u

/** Which fonts these texts need: the Japanese ones are forty times as big, and hold the Latin letters too. */
export function paperFontFor(language: string, texts: readonly string[]): PaperScript {
  if (/^(ja|jp)\b/i.test(language) || texts.some((text) => JAPANESE.test(text))) return 'japanese'
  return 'latin'
}
