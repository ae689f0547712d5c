import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/architecture.md', 'utf8')

/** The current number of stops of each way. It may only fall and is lowered here when it does. */
const MAX_STOPS: Record<string, number> = { 'A restock': 25, 'A report': 10 }

const ways = page
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const stops = [...section.matchAll(/^(\d+)\. \[([\w./-]+)\]\(\.\.\/([\w./-]+)\)/gm)]
    return {
      name: section.slice(0, section.indexOf('\n')),
      numbers: stops.map(([, number]) => Number(number)),
      stops: stops.map(([, , label = '']) => label),
      targets: stops.map(([, , , target = '']) => target),
      drawn: [...section.matchAll(/\b[a-z]\d+\["([^"]+)"\]/g)].map(([, file = '']) => file),
    }
  })

test('every file that the architecture page names exists', () => {
  const named = [...page.matchAll(/(?<![\w./-])(?:src|sw|offline|contract|domain|documents|server|tests)\/[\w./-]+\.tsx?/g)].map(
    ([file]) => file,
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((file) => !existsSync(file))).toEqual([])
})

test.each(ways)('$name: list and diagram contain the same files, numbered in order', ({ numbers, stops, targets, drawn }) => {
  expect(numbers).toEqual(stops.map((_, index) => index + 1))
  expect(targets).toEqual(stops)
  expect(drawn.toSorted()).toEqual(stops.toSorted())
})

test('no way has more stops than before', () => {
  expect(Object.fromEntries(ways.map(({ name, stops }) => [name, stops.length]))).toEqual(MAX_STOPS)
  for (const { stops } of ways) expect(page).toContain(`passes ${stops.length} files`)
})
