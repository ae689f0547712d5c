import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { FEATURES } from '../../e2e/features.ts'
import { importsOf, sourceFiles } from '../support/imports.ts'

type Selection = { changed: readonly string[]; unit: readonly string[]; journeys: readonly string[] }

/** A module with more imports than this is a list, such as the server's list of features: its importers depend on everything. */
const LIST = 25

/** What all features share: a change there is tested by the e2e tests tagged `core`. */
const SHARED =
  /^(index\.html|offline\/|sw\/|src\/(app|components|ui)\/|src\/[^/]+$|server\/(?!features\/)|contract\/(api|endpoint|errors|sync)\.ts$)/

/** Files that differ from a revision, or from HEAD; those of the last commit if nothing differs from HEAD. */
export function changedFiles(since: string | null): string[] {
  const differing = [...git('diff', '--name-only', since ?? 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  return since === null && differing.length === 0 ? git('diff', '--name-only', 'HEAD~1', 'HEAD') : differing
}

/** The lines that a git command prints. */
function git(...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.split('\n').filter(Boolean)
}

/** The tests affected by a change: those beside it, those that import it without a list in between, and the e2e tests of its features. */
export function selectTests(changed: readonly string[]): Selection {
  const sources = sourceFiles()
  const imports = new Map(sources.map((file) => [file, importsOf(file)]))
  const folders = new Set(changed.map((file) => dirname(file)))
  const related = new Set(dependentsOf(changed, imports))
  const unit = sources.filter((file) => isTest(file) && (related.has(file) || folders.has(dirname(file))))
  return { changed, unit, journeys: journeysOf(changed) }
}

/** The tests with a long form under `npm run test:long`: they import the switch. */
export function testsWithLongForms(): Selection {
  const files = sourceFiles().filter((file) => importsOf(file).includes('tests/support/long.ts'))
  return { changed: [], unit: files.filter(isTest), journeys: files.filter((file) => file.endsWith('.e2e.ts')) }
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** The changed files and all files that import them, directly or indirectly. */
function dependentsOf(changed: readonly string[], imports: ReadonlyMap<string, readonly string[]>): Iterable<string> {
  const importers = new Map<string, string[]>()
  for (const [file, imported] of imports) for (const one of imported) importers.set(one, [...(importers.get(one) ?? []), file])
  const found = new Set(changed)
  for (const file of found) {
    const isList = (imports.get(file)?.length ?? 0) > LIST && !changed.includes(file)
    if (!isList) for (const importer of importers.get(file) ?? []) found.add(importer)
  }
  return found
}

function journeysOf(changed: readonly string[]): string[] {
  const words = new Set(changed.filter(isProduct).flatMap((file) => [...dirname(file).split('/'), basename(file).split('.')[0] ?? '']))
  if (changed.some((file) => SHARED.test(file)) || changed.some((file) => file.startsWith('e2e/support/'))) words.add('core')
  const touched = Object.entries(FEATURES).flatMap(([journey, features]) => (features.some((name) => words.has(name)) ? [journey] : []))
  const own = changed.flatMap((file) => /^e2e\/([\w-]+)\.e2e\.ts$/.exec(file)?.[1] ?? [])
  return [...new Set([...touched, ...own])].map((name) => `e2e/${name}.e2e.ts`).filter((file) => existsSync(file))
}

const isProduct = (file: string) => /^(domain|contract|offline|sw|src|server)\//.test(file)
