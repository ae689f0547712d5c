import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { BUILT_SERVER } from '../../server/folders.ts'
import { readSettings } from '../../server/settings.ts'
import { importsOf } from '../support/imports.ts'

const dockerfile = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', '')
const compose = readFileSync('compose.yaml', 'utf8')
const Package = v.object({ scripts: v.record(v.string(), v.string()), dependencies: v.record(v.string(), v.string()) })
const { scripts, dependencies } = v.parse(Package, JSON.parse(readFileSync('package.json', 'utf8')))

const linesOf = (word: string) => [...dockerfile.matchAll(new RegExp(`^${word} (.+)$`, 'gm'))].map(([, rest = '']) => rest)

test('the image copies only existing files and builds with the documented commands', () => {
  const copied = linesOf('COPY').flatMap((line) => {
    const paths = line.split(' ').filter((word) => !word.startsWith('--'))
    return paths.slice(0, -1).map((path) => path.replace(/^\/app\//, ''))
  })
  expect(copied).toContain('server')
  const made = new Set(['node_modules', 'sbom.json', 'dist', '.'])
  expect(copied.filter((path) => !made.has(path) && !existsSync(path))).toEqual([])
  const commands = linesOf('RUN').flatMap((line) => /^npm run (?:--silent )?(\S+)/.exec(line)?.[1] ?? [])
  expect(commands).toEqual(['build', 'sbom'])
  expect(commands.filter((name) => !scripts[name])).toEqual([])
})

test('the image contains the files that the threads of the server import', () => {
  const threads = spawnSync('git', ['ls-files', 'server/*-worker.js'])
    .stdout.toString()
    .split('\n')
    .filter((file) => file !== '')
  const folders = new Set(threads.flatMap(importsOf).map((file) => file.split('/')[0] ?? ''))
  expect(folders).toContain('documents')
  expect([...folders].filter((folder) => !linesOf('COPY').some((line) => line.endsWith(` /app/${folder} ./${folder}`)))).toEqual([])
})

test('the server and its commands import only packages of `dependencies`', () => {
  const sources = ['server', 'contract', 'documents', 'domain', 'scripts/backup.ts', 'scripts/restore.ts', 'scripts/self-check.ts']
  const found = spawnSync('grep', [
    ...['-rhoE', "(from|import|import\\() ?'[^']+'", ...sources],
    ...['--include=*.ts', '--include=*.js', '--exclude=*.test.ts', '--exclude=stories-worker.js'],
  ])
  const named = [...found.stdout.toString().matchAll(/^[^'\n]*'(@?[a-z][\w./:@-]*)'$/gm)].map(([, name = '']) => name)
  const packages = new Set(named.filter((name) => !name.startsWith('node:')).map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name))
  expect(packages.size).toBeGreaterThan(20)
  expect([...packages].filter((name) => !Object.hasOwn(dependencies, name))).toEqual([])
})

test('the container runs what npm start runs, as an unprivileged user, with a health check', () => {
  const [start = ''] = linesOf('CMD')
  const command = v.parse(v.array(v.string()), JSON.parse(start))
  expect(command.at(-1)).toBe(relative('.', BUILT_SERVER))
  expect(scripts.start).toBe('tsx scripts/start.ts')
  expect(readFileSync('scripts/start.ts', 'utf8')).toContain('await import(pathToFileURL(BUILT_SERVER).href)')
  expect(linesOf('USER')).toEqual(['node'])
  const [health = ''] = linesOf('HEALTHCHECK')
  expect(health).toContain('/api/health')
  const [, script = ''] = v.parse(v.tuple([v.string(), v.string(), v.string()]), JSON.parse(health.slice(health.indexOf('[')))).slice(1)
  expect(() => new Function(script)).not.toThrow()
})

test('the README lists every setting', () => {
  const files = ['server/settings.ts', 'server/db/database-settings.ts', 'server/photo-store/photo-settings.ts']
  const names = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^ {2}([A-Z_]{4,}): /gm)].map(([, name = '']) => name))
  expect(names.length).toBeGreaterThan(50)
  const readme = readFileSync('README.md', 'utf8')
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})

test('image and compose use only existing settings with valid values', () => {
  const [image = ''] = linesOf('ENV')
  const composed = /roundsman:\n[\s\S]*?environment:\n((?: {6}.+\n)+)/.exec(compose)?.[1] ?? ''
  const given = {
    ...Object.fromEntries(image.split(' ').map((pair) => pair.split('='))),
    ...Object.fromEntries(
      [...composed.matchAll(/^ {6}(\w+): (.+)$/gm)].map(([, name = '', value = '']) => [
        name,
        value.replaceAll(/\$\{\w+(?::-([^}]*)|[^}]*)\}/g, '$1'),
      ]),
    ),
  }
  expect(Object.keys(given)).toContain('DATABASE_URL')
  const known = ['server/settings.ts', 'server/db/database-settings.ts'].map((file) => readFileSync(file, 'utf8')).join('')
  expect(Object.keys(given).filter((name) => !new RegExp(`^ {2}${name}: `, 'm').test(known))).toEqual([])
  expect(readSettings(given)).not.toHaveProperty('wrong')
})
