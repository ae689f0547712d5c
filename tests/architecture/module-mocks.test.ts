import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from '../support/imports.ts'

/** A process loads sources once for many test files, so a mock of a module reaches none or all of them. `vi.spyOn` of the module works. */
test('no test mocks a module', () => {
  const mocks = sourceFiles().filter((file) => /\bvi\.(mock|doMock)\(/.test(readFileSync(file, 'utf8')))
  expect(mocks).toEqual([])
})

/** `vi.waitFor` gives up after a second, and a busy machine takes longer. `expect.poll` has the limit of the configuration. */
test('no test waits with the short limit of vi.waitFor', () => {
  const waits = sourceFiles().filter((file) => /\bvi\.wait(For|Until)\(/.test(readFileSync(file, 'utf8')))
  expect(waits).toEqual([])
})
