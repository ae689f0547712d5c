import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { importsOf, sourceFiles } from '../support/imports.ts'

/** An import between two files of the repository, as paths relative to its root. */
type Import = { from: string; to: string }

const files = sourceFiles().filter(
  (file) => /^(domain|documents|contract|offline|sw|src|server)\//.test(file) && !/\.test\.tsx?$|routeTree\.gen/.test(file),
)
const imports: Import[] = files.flatMap((from) => importsOf(from).map((to) => ({ from, to })))

const linesOf = (wrong: Import[]) => wrong.map(({ from, to }) => `${from} imports ${to}`)

const BELOW: Record<string, readonly string[]> = {
  domain: [],
  documents: ['domain'],
  contract: ['domain'],
  offline: ['contract', 'domain'],
  sw: ['offline', 'contract', 'domain'],
  src: ['offline', 'contract', 'documents', 'domain'],
  server: ['contract', 'documents', 'domain'],
}

const floorOf = (file: string) => file.split('/')[0] ?? ''

describe('layers', () => {
  test('imports only point downwards', () => {
    const wrong = imports.filter(
      ({ from, to }) => floorOf(to) in BELOW && floorOf(from) !== floorOf(to) && !BELOW[floorOf(from)]?.includes(floorOf(to)),
    )
    expect(linesOf(wrong)).toEqual([])
  })

  test('a feature imports no other feature', () => {
    const featureOf = (file: string) => /^(src|server)\/features\/([^/]+)\//.exec(file)?.[2]
    const wrong = imports.filter(({ from, to }) => featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to))
    expect(linesOf(wrong)).toEqual([])
  })

  test('in the app: app imports features, features import data and components, those import ui', () => {
    const MAY: Record<string, readonly string[]> = {
      ui: [],
      data: [],
      components: ['data', 'ui'],
      features: ['data', 'components', 'ui'],
      app: ['features', 'data', 'components', 'ui'],
    }
    const roomOf = (file: string) => /^src\/(ui|data|components|features|app)\//.exec(file)?.[1]
    const wrong = imports.filter(({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(to)]
      return room !== undefined && other !== undefined && room !== other && !MAY[room]?.includes(other)
    })
    expect(linesOf(wrong)).toEqual([])
  })

  test('no file or folder has a name without meaning', () => {
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|misc|lib|shared)(\/|\.tsx?$)/.test(file))).toEqual([])
  })
})

/** A process loads sources once for many test files, so a mock of a module reaches none or all of them. `vi.spyOn` of the module works. */
test('the app compares names only in the language of the user', () => {
  const others = files.filter((file) => file.startsWith('src/') && /\.localeCompare\([^,()]+\)/.test(readFileSync(file, 'utf8')))
  expect(others).toEqual([])
})

test('no text changes its case by the language of the process', () => {
  const others = files.filter((file) => /\.toLocale(Lower|Upper)Case\(\)/.test(readFileSync(file, 'utf8')))
  expect(others).toEqual([])
})

test('no test mocks a module', () => {
  const mocks = sourceFiles().filter((file) => /\bvi\.(mock|doMock)\(/.test(readFileSync(file, 'utf8')))
  expect(mocks).toEqual([])
})

/** `vi.waitFor` gives up after a second, and a busy machine takes longer. `expect.poll` has the limit of the configuration. */
test('no test waits with the short limit of vi.waitFor', () => {
  const waits = sourceFiles().filter((file) => /\bvi\.wait(For|Until)\(/.test(readFileSync(file, 'utf8')))
  expect(waits).toEqual([])
})
