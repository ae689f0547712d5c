import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FEATURES } from '../../e2e/features.ts'
import { sourceFiles } from '../support/imports.ts'

test('every e2e test lists features that exist as folders or files', () => {
  const journeys = readdirSync('e2e').flatMap((file) => /^(.+)\.e2e\.ts$/.exec(file)?.[1] ?? [])
  expect(Object.keys(FEATURES)).toEqual(journeys.toSorted())
  const product = sourceFiles().filter((file) => /^(domain|contract|offline|sw|src|server)\//.test(file))
  const words = new Set(['core', ...product.flatMap((file) => [...file.split('/'), file.split('/').at(-1)?.split('.')[0] ?? ''])])
  expect(Object.values(FEATURES).flatMap((features) => features.filter((feature) => !words.has(feature)))).toEqual([])
})
