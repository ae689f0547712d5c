import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { shipped } from './folders.ts'

/** The language of a locale such as `pl-PL`, where the app speaks it; else English. Older stored choices call Japanese by its country. */
export function languageOf(locale: string): string {
  const [language = ''] = locale.toLowerCase().split(/[-_]/)
  const ours = language === 'jp' ? 'ja' : language
  return /^[a-z]{2}$/.test(ours) && isSpoken(ours) ? ours : 'en'
}

/** The locale as `Intl` knows it: the person's own where it is one, else that of the language. */
export function intlLocaleOf(locale: string): string {
  const wanted = locale.replace('_', '-').replace(/^jp\b/i, 'ja')
  try {
    return Intl.NumberFormat.supportedLocalesOf([wanted])[0] ?? 'en'
  } catch {
    return 'en'
  }
}

/** One feature's words in a language, where they are whole; else the English ones. The app shows the same words. */
export function wordsOf<S extends v.GenericSchema>(language: string, feature: string, schema: S): v.InferOutput<S> {
  const read = v.safeParse(schema, messagesIn(language, feature))
  if (read.success) return read.output
  return v.parse(schema, messagesIn('en', feature))
}

/** In the source a file for each feature of a language; in the build one for the whole language. */
function messagesIn(language: string, feature: string): unknown {
  const folder = folderOf(language)
  const inSource = join(folder, `${feature}.json`)
  if (existsSync(inSource)) return jsonIn(inSource)
  const built = `${folder}.json`
  return existsSync(built) ? v.parse(v.record(v.string(), v.unknown()), jsonIn(built))[feature] : undefined
}

const folderOf = (language: string) => shipped('src', 'locales', language)
const isSpoken = (language: string) => existsSync(folderOf(language)) || existsSync(`${folderOf(language)}.json`)
const jsonIn = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
