/** Letters that Unicode does not decompose into a base letter and marks. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  // Arabic letters that are used interchangeably.
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
}
const EACH_LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/** A regular expression class of ignored marks: Latin, Greek, Cyrillic, Hebrew and Arabic. */
export const MARKS = '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]'
const EACH_MARK = new RegExp(MARKS, 'g')

/** From katakana to the hiragana of the same sound. */
const KATAKANA = /[\u30a1-\u30f6]/g
const TO_HIRAGANA = 0x60

/** Folds a text for searches: without case, accents and width, with ß as ss and katakana as hiragana. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(EACH_MARK, '')
    .toLowerCase()
    .replaceAll(EACH_MARK, '')
    .replaceAll(EACH_LETTER, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - TO_HIRAGANA))

/** Scripts in which one character can be a word. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Whether a query is long enough: the minimum number of characters, or one of a script with single-character words. */
export const isLongEnough = (query: string, shortest: number): boolean => query.length >= shortest || DENSE.test(query.normalize('NFKC'))

/** The words of a query. */
export const wordsOf = (query: string): string[] => fold(query).split(/\s+/).filter(Boolean)

/** Umlauts that are written as two letters: Aerztehaus is Ärztehaus. */
export const SPELT_OUT = { ae: 'a', oe: 'o', ue: 'u' } as const
export const withoutSpeltOut = (folded: string): string => folded.replaceAll(/([aou])e/g, '$1')

/** Whether each word of a query occurs in a folded text, with its umlauts in either spelling. */
export const hasWords = (folded: string, query: string): boolean => {
  const short = withoutSpeltOut(folded)
  return wordsOf(query).every((word) => folded.includes(word) || short.includes(withoutSpeltOut(word)))
}

/** The fields of a machine that both the server and the phone search. */
export const MACHINE_SEARCH_FIELDS = ['name', 'address', 'vendor', 'model'] as const
