/** Length of an employee's name, and the generated password. */
export const NAME = { least: 3, most: 30 } as const
export const PASSWORD = { least: 6, most: 30 } as const

const SUFFIX_LENGTH = 5
/** Without characters that look alike on paper, because a login is read out and typed with gloves. */
const SUFFIX_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** The login of a new employee: first letter and last name, and a few random characters, so that equal names differ. */
export function loginFor(firstName: string, lastName: string, random: () => number): string {
  const [initial = ''] = firstName.trim()
  const name = `${initial}${lastName}`.toLowerCase().replaceAll(/\s+/g, '').normalize('NFC')
  const suffix = Array.from({ length: SUFFIX_LENGTH }, () => SUFFIX_LETTERS[Math.floor(random() * SUFFIX_LETTERS.length)]).join('')
  return `${name}_${suffix}`
}

export const STRENGTHS = ['tooShort', 'weak', 'ok', 'good'] as const
type Strength = (typeof STRENGTHS)[number]

/** The strength of a new password, by its length and its kinds of characters. */
export function strengthOf(password: string, isGuessable: (password: string) => boolean): Strength {
  const { length } = password.trim()
  if (length < PASSWORD.least) return 'tooShort'
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  if (isGuessable(password) || new Set(password).size < 4) return 'weak'
  if (length >= 14 || (length >= 10 && kinds >= 3)) return 'good'
  return length >= 10 || (length >= 8 && kinds >= 2) ? 'ok' : 'weak'
}

/** A password to hand over: three groups of four unambiguous characters. */
export const generatePassword = (random: () => number): string =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => SUFFIX_LETTERS[Math.floor(random() * SUFFIX_LETTERS.length)]).join(''),
  ).join('-')
