import { expect, test } from 'vitest'
import { circlesOf, commentsIn, longTitles, measure, unusedExports } from './metrics.ts'

/** Today's counts. Each may only fall and is lowered here when it does. Files and lines have no limit. */
const LIMITS: Record<string, number> = {
  'imports into features from below them': 7,
  'imports from one feature into another': 0,
  'import circles': 0,
  'test titles of more than 15 words': 0,
  '"whoever", "somebody", "nobody" and "told" in comments': 0,
  'exports that no other file imports': 0,
}

test('no count grows', () => {
  const limited = measure().filter(({ name }) => name in LIMITS)
  expect(limited.map(({ name }) => name)).toEqual(Object.keys(LIMITS))
  expect(limited.filter(({ name, count }) => count > (LIMITS[name] ?? 0))).toEqual([])
})

test('circular imports are found, also through other files', () => {
  const imports: Record<string, string[]> = { a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e'], e: [] }
  expect(circlesOf(Object.keys(imports), (file) => imports[file] ?? []).map((circle) => circle.toSorted())).toEqual([['a', 'b', 'c']])
})

test('titles are measured in words', () => {
  const title = Array.from({ length: 16 }, (_, index) => `w${index}`).join(' ')
  expect(longTitles('a.test.ts', `test('short', () => {})\ntest('${title}', () => {})`)).toEqual([`a.test.ts: ${title}`])
})

test('line and block comments are found, URLs are not', () => {
  expect(commentsIn("const a = 'https://a' // one\n/** two */")).toEqual(['// one', '/** two */'])
})

test('exports without an importer are found', () => {
  const sources = new Map([
    ['a', 'export const used = 1\nexport type Alone = typeof used'],
    ['b', 'const two = used'],
    ['c', 'Alone'],
  ])
  expect(unusedExports(sources, (file) => (file === 'b' ? ['a'] : []))).toEqual(['a: Alone'])
})
