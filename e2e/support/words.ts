import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every text of the app in a language, by its key. */
export function wordsOf(language: string): Map<string, string> {
  const folder = join('src/locales', language)
  const flat = (value: unknown, key: string): [string, string][] =>
    typeof value === 'string'
      ? [[key, value]]
      : Object.entries(value as object).flatMap(([part, inner]) => flat(inner, key.endsWith(':') ? key + part : `${key}.${part}`))
  return new Map(
    readdirSync(folder).flatMap((file) => flat(JSON.parse(readFileSync(join(folder, file), 'utf8')), `${file.replace('.json', '')}:`)),
  )
}

/** Matches the text of a key in any plural form and with any interpolated values. */
export type Say = (key: string) => RegExp

export function sayIn(language: string): Say {
  const words = [...wordsOf(language)]
  return (key) => {
    const forms = words.filter(([each]) => each.replace(/_(zero|one|two|few|many|other)$/, '') === key).map(([, text]) => text)
    if (forms.length === 0) throw new Error(`no text in "${language}" for ${key}`)
    const plain = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+')
    return new RegExp(
      `^(?:${forms
        .map((text) =>
          text
            .split(/\{\{\w+\}\}/)
            .map(plain)
            .join('.*'),
        )
        .join('|')})$`,
    )
  }
}
