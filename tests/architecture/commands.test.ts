import { spawnSync } from 'node:child_process'
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

const call = (...args: string[]) => spawnSync(process.execPath, ['--import', 'tsx', 'scripts/backup.ts', ...args], { encoding: 'utf8' })

it('a command prints its usage', () => {
  const { status, stdout, stderr } = call('--help')
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'npm run backup -- [--to file]\n', stderr: '' })
})

it('a command refuses an unknown argument with its usage', () => {
  const { status, stdout, stderr } = call('--into', 'file')
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toBe("Unknown option '--into'\n\nnpm run backup -- [--to file]\n")
})

it('every command with arguments has a usage', () => {
  const sources = Object.values(scripts).flatMap((command) => [...command.matchAll(/\btsx (\S+)/g)].map(([, file = '']) => file))
  // They end with an error of their own.
  const others = ['scripts/build.ts', 'tests/runner/test.ts']
  expect(sources.filter((file) => !others.includes(file) && readFileSync(file, 'utf8').includes('parseArgs'))).toEqual([])
})

it.each(['keep-version', 'icons', 'fonts', 'screens'])('%s, which writes files of the repository, checks its arguments first', (name) => {
  const [, file = ''] = /\btsx (\S+)/.exec(scripts[name] ?? '') ?? []
  expect(readFileSync(file, 'utf8')).toContain('argumentsOf(')
})
