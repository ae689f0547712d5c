/** The limit of spreadsheets. The search for brackets takes quadratic time. */
export const LONGEST_FORMAT = 255

/** The texts of a format: in brackets, in quotes, behind backslashes, or a symbol of a currency alone. Blanks of another width are none. */
const TEXTS = /\[[^\]]*\]|"[^"]*"|(?:\\[^\s\d])+|\p{Sc}|_.|\*./gu
/** The text of a number format that names a currency, or may name one: `[$¥-411]`, `zł` or `$`; null if it has none. */
export function currencyOf(code) {
  const texts = (code.slice(0, LONGEST_FORMAT).match(TEXTS) ?? []).filter((text) => /^(?:\[\$[^\]-]|[^[_*])/.test(text))
  const plain = texts.map((text) => (text.startsWith('[') ? text : text.replaceAll(/["\\]/g, '').trim()))
  return (
    plain.find((text) => text.startsWith('[')) ?? plain.find((text) => /\p{Sc}/u.test(text)) ?? plain.find((text) => text !== '') ?? null
  )
}
