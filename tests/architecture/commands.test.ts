import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const scripts: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts
const PAGES = ['README.md', 'CONTRIBUTING.md', 'docs/testing.md', 'docs/operating.md', 'docs/runbooks.md', 'docs/reliability.md']

it('every npm script starts a file that exists', () => {
  const started = Object.values(scripts).flatMap((command) => [...command.matchAll(/\btsx (\S+)/g)].map(([, file = '']) => file))
  expect(started.length).toBeGreaterThan(20)
  expect(started.filter((file) => !existsSync(file))).toEqual([])
})

it('every npm script that the documentation names exists', () => {
  const named = PAGES.flatMap((page) => [...readFileSync(page, 'utf8').matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name))
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})
