import { readFileSync } from 'node:fs'
import { importsOf, sourceFiles } from '../support/imports.ts'

/** A count of the source, its target, and examples of what remains. */
type Metric = { name: string; count: number; target: number; examples: readonly string[] }

const EXAMPLES = 5
/** Files above the features: the lists of features, and the demo, which fills all tables. */
const ABOVE = /^(server\/(app|jobs|exports)\.ts|src\/routes\.ts|server\/demo\/.*)$/
const MAX_TITLE_WORDS = 15
/** Pronouns used where a noun is clearer. */
const PRONOUNS = /\b(whoever|somebody|nobody|told)\b/gi

const isTest = (file: string) => /\.(test|e2e)\.tsx?$|^(tests|e2e|bench)\//.test(file)
const isGenerated = (file: string) => file.endsWith('.gen.ts')

/** Tables, which drizzle-kit reads; routes, which the router's plugin reads; declarations of packages without types. */
const READ_BY_TOOLS = /^server\/db\/schema\/|: Route$|\.d\.ts: /

/** Counts everything over the files of the working tree. */
export function measure(): Metric[] {
  const files = sourceFiles().filter((file) => !isGenerated(file))
  const product = files.filter((file) => !isTest(file) && !/^(scripts|[^/]+\.config)/.test(file))
  const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
  const imports = product.flatMap((from) => importsOf(from).map((to) => ({ from, to })))
  const lines = product.reduce((sum, file) => sum + (sources.get(file) ?? '').split('\n').length, 0)
  const titles = files.filter(isTest).flatMap((file) => longTitles(file, sources.get(file) ?? ''))
  const pronouns = files.flatMap((file) => pronounsIn(file, sources.get(file) ?? ''))
  const circles = circlesOf(product)
  const unused = unusedExports(sources).filter((one) => !READ_BY_TOOLS.test(one))
  return [
    metric('imports into features from below them', imports.filter(isUpward).map(inWords), 8),
    metric('imports from one feature into another', imports.filter(isSideways).map(inWords), 6),
    metric(
      'import circles',
      circles.map((circle) => circle.join(' - ')),
      0,
    ),
    { name: 'TypeScript files', count: files.length, target: 1_050, examples: [] },
    { name: 'lines of product code', count: lines, target: 55_000, examples: [] },
    metric(`test titles of more than ${MAX_TITLE_WORDS} words`, titles, 20),
    metric('"whoever", "somebody", "nobody" and "told" in comments', pronouns, 0),
    metric('exports that no other file imports', unused, 0),
  ]
}

/** Prints one line per metric, with examples of what remains. */
export const printed = (metrics: readonly Metric[]): string =>
  metrics
    .map(({ name, count, target, examples }) =>
      [`${String(count).padStart(7)}  ${name} (target ${target})`, ...examples.map((one) => `           ${one}`)].join('\n'),
    )
    .join('\n')

const metric = (name: string, found: readonly string[], target: number): Metric => ({
  name,
  count: found.length,
  target,
  examples: found.length > target ? found.slice(0, EXAMPLES) : [],
})

type Import = { from: string; to: string }
const inWords = ({ from, to }: Import) => `${from} imports ${to}`
const featureOf = (file: string) => /^(src|server)\/features\/([^/]+)\//.exec(file)?.[2]
const isUpward = ({ from, to }: Import) => featureOf(to) !== undefined && featureOf(from) === undefined && !ABOVE.test(from)
const isSideways = ({ from, to }: Import) => {
  const [feature, other] = [featureOf(from), featureOf(to)]
  return feature !== undefined && other !== undefined && feature !== other
}

export const commentsIn = (source: string): string[] => source.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ [^\n]*/g) ?? []

const pronounsIn = (file: string, source: string) =>
  commentsIn(source).flatMap((comment) => (comment.match(PRONOUNS) ?? []).map((word) => `${file}: ${word}`))

export function longTitles(file: string, source: string): string[] {
  const titles = [...source.matchAll(/\b(?:test|it|describe)(?:\.\w+)*(?:\([^()'"`]*\))?\(\s*(['"`])(.*?)\1\s*,/g)].map(
    ([, , title = '']) => title,
  )
  return titles.filter((title) => title.split(/\s+/).length > MAX_TITLE_WORDS).map((title) => `${file}: ${title}`)
}

/** Exported names that occur in no file that imports theirs. */
export function unusedExports(
  sources: ReadonlyMap<string, string>,
  importsFrom: (file: string) => readonly string[] = importsOf,
): string[] {
  const words = new Map(Array.from(sources, ([file, source]) => [file, new Set(source.match(/[\w$]+/g))]))
  const importers = new Map<string, string[]>()
  for (const from of sources.keys()) for (const to of importsFrom(from)) importers.set(to, [...(importers.get(to) ?? []), from])
  return Array.from(sources).flatMap(([file, source]) =>
    [...source.matchAll(/^export (?:async )?(?:function\*?|const|abstract class|class|type|interface|enum) ([\w$]+)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => !importers.get(file)?.some((from) => words.get(from)?.has(name)))
      .map((name) => `${file}: ${name}`),
  )
}

/** Groups of files that import one another, directly or through others; type-only imports count. Tarjan's algorithm. */
export function circlesOf(files: readonly string[], importsFrom: (file: string) => readonly string[] = importsOf): string[][] {
  const known = new Set(files)
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const circles: string[][] = []
  const visit = (file: string): number => {
    let low = order.size
    order.set(file, low)
    const own = low
    path.push(file)
    for (const to of importsFrom(file)) {
      if (!known.has(to)) continue
      if (!order.has(to)) low = Math.min(low, visit(to))
      else if (path.includes(to)) low = Math.min(low, lowest.get(to) ?? order.get(to) ?? low)
    }
    lowest.set(file, low)
    if (low === own) {
      const group = path.splice(path.indexOf(file))
      if (group.length > 1) circles.push(group)
    } else lowest.set(file, low)
    return low
  }
  for (const file of files) if (!order.has(file)) visit(file)
  return circles
}
