import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { shipped } from './folders.ts'

/**
 * The language of a locale such as `pl-PL` if the app supports it, else English. Older stored settings use the country code for Japanese.
 */
export function languageOf(locale: string): string {
  const [language = ''] = locale.toLowerCase().split(/[-_]/)
  const ours = language === 'jp' ? 'ja' : language
  return /^[a-z]{2}$/.test(ours) && hasTexts(ours) ? ours : 'en'
}

/** The locale for `Intl`: the user's own if it is valid, else that of the language. */
export function intlLocaleOf(locale: string): string {
  const normalized = locale.replace('_', '-').replace(/^jp\b/i, 'ja')
  try {
    return Intl.NumberFormat.supportedLocalesOf([normalized])[0] ?? 'en'
  } catch {
    return 'en'
  }
}

/** The texts of a feature in a language if they are complete, else in English. The app uses the same texts. */
export function wordsOf<S extends v.GenericSchema>(language: string, feature: string, schema: S): v.InferOutput<S> {
  const read = v.safeParse(schema, messagesIn(language, feature))
  if (read.success) return read.output
  return v.parse(schema, messagesIn('en', feature))
}

/** The source has one file per feature and language, the build one per language. */
function messagesIn(language: string, feature: string): unknown {
  const folder = folderOf(language)
  const inSource = join(folder, `${feature}.json`)
  if (existsSync(inSource)) return jsonIn(inSource)
  const built = `${folder}.json`
  return existsSync(built) ? v.parse(v.record(v.string(), v.unknown()), jsonIn(built))[feature] : undefined
}

const folderOf = (language: string) => shipped('src', 'locales', language)
const hasTexts = (language: string) => existsSync(folderOf(language)) || existsSync(`${folderOf(language)}.json`)
const jsonIn = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
