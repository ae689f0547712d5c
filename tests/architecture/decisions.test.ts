import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the index of decisions lists every page', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  const named = [...index.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, page]) => page)
  expect(named).toEqual(
    readdirSync('docs/decisions')
      .filter((page) => page !== 'README.md')
      .toSorted(),
  )
})
