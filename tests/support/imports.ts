import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const ALIASES: Record<string, string> = {
  '#domain/': 'domain/',
  '#documents/': 'documents/',
  '#contract/': 'contract/',
  '#offline/': 'offline/',
  '#app/': 'src/',
}

/** The TypeScript files of the working tree, relative to the repository. */
export const sourceFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file))

/** The project's own files that a file imports, relative to the repository. */
export const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, specifier = '']) => {
    if (specifier.startsWith('.')) return [normalize(join(dirname(file), specifier))]
    const alias = Object.keys(ALIASES).find((start) => specifier.startsWith(start))
    return alias ? [ALIASES[alias] + specifier.slice(alias.length)] : []
  })
