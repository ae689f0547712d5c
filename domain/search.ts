/** Letters that Unicode does not take apart into a letter and its marks. */
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
}

/** A text as searches compare it: without case, accents and width, and with ß as ss. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .toLowerCase()
    .replaceAll(MARKS, '')
    .replaceAll(/[ßæœþøłđðħŧı]/g, (letter) => LETTERS[letter] ?? letter)

const MARKS = /[\u0300-\u036f]/g

/** What is searched for, word by word. */
export const wordsOf = (query: string): string[] => fold(query).split(/\s+/).filter(Boolean)

/** Whether each word of a query stands anywhere in a folded text. */
export const hasWords = (folded: string, query: string): boolean => wordsOf(query).every((word) => folded.includes(word))

/** The fields of a machine that both the server and the phone search. */
export const MACHINE_SEARCH_FIELDS = ['name', 'address', 'vendor', 'model'] as const
