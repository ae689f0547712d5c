import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from '../support/imports.ts'

/** Text styles are tokens of src/app/theme.ts: six sizes, one for large figures, and those that the cellar theme enlarges. */
const SIZES = /^(var\(--mantine-font-size-(xs|sm|md|lg|xl)\)|var\(--app-(label|large-figure|figure)\)|inherit)$/
const WEIGHTS = ['400', '500', '600', '650']
const allStyles = execFileSync('git', ['ls-files', '--cached', 'src/*.css'], { encoding: 'utf8' }).trim().split('\n')
const styles = allStyles.filter((file) => !/\/(theme|page)\.css$/.test(file))

const valuesOf = (property: string) =>
  styles.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(new RegExp(`\\b${property}:\\s*([^;]+);`, 'g'))].map(([, value = '']) => ({ file, value })),
  )

test('styles use the text sizes of the theme', () => {
  // A size of the theme with limits is one too.
  const others = valuesOf('font-size').filter(({ value }) => !SIZES.test(value) && !/^(clamp|min)\(var\(--mantine-font-size-/.test(value))
  expect(others).toEqual([])
})

test('styles use the four weights of the theme', () => {
  expect(valuesOf('font-weight').filter(({ value }) => !WEIGHTS.includes(value))).toEqual([])
})

test('transitions take 120 to 240 ms and slow down at their end', () => {
  const moves = valuesOf('transition')
  expect(moves.length).toBeGreaterThan(0)
  const wrong = moves.filter(({ value }) => {
    const [, length] = /\b(\d+)ms ease-out\b/.exec(value) ?? []
    return length === undefined || Number(length) < 120 || Number(length) > 240
  })
  expect(wrong).toEqual([])
})

test('titles have the sizes of the three headings', () => {
  const others = sourceFiles()
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/<Title\b[^>]*size="h([4-6])"/g)].map(([title]) => ({ file, title })))
  expect(others).toEqual([])
})

/** Teal is for actions. A value has the colour of data, and a state its own. */
test('bars and charts are not drawn in the colour of actions', () => {
  const drawn = sourceFiles()
    .filter((file) => /\/charts\/|StockBar|Ranking|Matrix/.test(file))
    .concat(styles.filter((file) => /StockBar|Ranking|Matrix|DaySales/.test(file)))
  expect(drawn.length).toBeGreaterThan(5)
  const teal = drawn.filter((file) => /(fill|background|color): ?'?(var\(--mantine-(color-teal|primary))/.test(readFileSync(file, 'utf8')))
  expect(teal).toEqual([])
})

test('buttons grow with their labels in Safari too', () => {
  // Safari ignores `min-height: min-content`, and a fixed height cuts off a label that wraps.
  const ignored = allStyles.filter((file) => /^\s*min-(height|block-size):\s*(min|max|fit)-content/m.test(readFileSync(file, 'utf8')))
  expect(ignored).toEqual([])
  const fixed = sourceFiles()
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/<(Link)?Button\b[^>]*?\sh=\{/g)].map(([button]) => ({ file, button })))
  expect(fixed).toEqual([])
})
