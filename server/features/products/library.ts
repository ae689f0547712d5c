import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { PACKAGINGS, VOLUME_TYPES } from '#domain/products/product.ts'
import { fold, hasWords } from '#domain/search.ts'
import { inProgram } from '../../folders.ts'

const Row = v.object({
  id: v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number)),
  name: v.pipe(v.string(), v.nonEmpty()),
  volume: v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number)),
  volumeType: v.picklist(VOLUME_TYPES),
  packaging: v.picklist(PACKAGINGS),
})
type LibraryEntry = v.InferOutput<typeof Row>

/** Products common in European vending machines, as packed by their makers. Shared by all companies. Ids never change. */
export const LIBRARY: readonly LibraryEntry[] = readFileSync(inProgram('server/features/products/library.csv'), 'utf8')
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => {
    const [id, name, volume, volumeType, packaging] = line.split(';')
    return v.parse(Row, { id, name, volume, volumeType, packaging })
  })
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.volume - b.volume)

const FOLDED: readonly (readonly [LibraryEntry, string])[] = LIBRARY.map((entry) => [entry, fold(entry.name)])

/** Entries whose names contain every search word. */
export const findInLibrary = (query: string): readonly LibraryEntry[] =>
  FOLDED.flatMap(([entry, name]) => (hasWords(name, query) ? [entry] : []))
