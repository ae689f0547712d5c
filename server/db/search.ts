import { type SQL, sql } from 'drizzle-orm'
import { fold, MARKS, SPELT_OUT, withoutSpeltOut, wordsOf } from '#domain/search.ts'
import { likePattern } from './like-pattern.ts'

/**
 * Whether each word of a query stands in one of the columns, without case and accents. It folds as `fold` does, by tables made
 * with it, because `lower` depends on the locale of the database.
 */
export function isFoundIn(query: string, ...columns: SQL[]): SQL {
  const words = wordsOf(query)
  if (words.length === 0) return sql`true`
  const all = sql.join(
    words.map((word) => sql`(t.folded like ${likePattern(word)} or ${short} like ${likePattern(withoutSpeltOut(word))})`),
    sql` and `,
  )
  // Folded once (`offset 0`), and not again for each word.
  return sql`(select ${all} from (select ${folded(sql`concat_ws(' ', ${sql.join(columns, sql`, `)})`)} as folded offset 0) t)`
}

const short = Object.entries(SPELT_OUT).reduce(
  (inner, [letters, letter]) => sql`replace(${inner}, ${letters}::text, ${letter}::text)`,
  sql`t.folded`,
)

const folded = (text: SQL): SQL =>
  LONG.reduce(
    (inner, [letter, letters]) => sql`replace(${inner}, ${letter}::text, ${letters}::text)`,
    sql`lower(translate(regexp_replace(normalize(${text}, NFKD), ${MARKS}::text, '', 'g'), ${FROM}::text, ${TO}::text))`,
  )

const lettersFrom = (first: number, end: number) => Array.from({ length: end - first }, (_, index) => String.fromCodePoint(first + index))

/** Letters of Latin, Greek, Cyrillic, Armenian and Arabic, and katakana, that become others. */
const pairs = [...lettersFrom(0x80, 0x700), ...lettersFrom(0x30a0, 0x3100)]
  .filter((letter) => letter.normalize('NFKD') === letter)
  .map((letter) => [letter, fold(letter)] as const)
  .filter(([letter, to]) => to !== letter && to !== '')
const single = pairs.filter(([, to]) => [...to].length === 1)
/** Each letter of a text is looked for in the list from its beginning: those of most texts come first, as themselves. */
const COMMON = ' eaniorstlkdcmuphzgwybjfvxqENASRILTOKDMCPBGHUWZJFVYXQ0123456789-.,/'
const FROM = COMMON + single.map(([letter]) => letter).join('')
const TO = COMMON + single.map(([, to]) => to).join('')
/** ß becomes ss, and others like it. */
const LONG = [...pairs.filter(([, to]) => [...to].length > 1), ['ẞ', 'ss'] as const]
