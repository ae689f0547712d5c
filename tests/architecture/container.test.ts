import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readSettings } from '../../server/settings.ts'

const dockerfile = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', '')
const compose = readFileSync('compose.yaml', 'utf8')
const { scripts } = v.parse(v.object({ scripts: v.record(v.string(), v.string()) }), JSON.parse(readFileSync('package.json', 'utf8')))

const linesOf = (word: string) => [...dockerfile.matchAll(new RegExp(`^${word} (.+)$`, 'gm'))].map(([, rest = '']) => rest)

test('the image copies only existing files and builds with the documented commands', () => {
  const copied = linesOf('COPY').flatMap((line) => {
    const paths = line.split(' ').filter((word) => !word.startsWith('--'))
    return paths.slice(0, -1).map((path) => path.replace(/^\/app\//, ''))
  })
  expect(copied).toContain('server')
  const made = new Set(['node_modules', 'dist', '.'])
  expect(copied.filter((path) => !made.has(path) && !existsSync(path))).toEqual([])
  const commands = linesOf('RUN').flatMap((line) => /^npm run (\S+)/.exec(line)?.[1] ?? [])
  expect(commands).toEqual(['build'])
  expect(commands.filter((name) => !scripts[name])).toEqual([])
})

test('the image contains every folder that the server imports from', () => {
  const floors = ['server', 'contract', 'documents', 'domain', 'offline', 'src', 'sw']
  const has = floors.filter((floor) => linesOf('COPY').some((line) => line.includes(`/app/${floor} `)))
  const needs = spawnSync('grep', [
    '-rhoE',
    "from '#(contract|documents|domain|offline|app)/",
    'server',
    'contract',
    'documents',
    'domain',
    '--include=*.ts',
    '--exclude=*.test.ts',
  ])
  const named = new Set([...needs.stdout.toString().matchAll(/#(\w+)/g)].map(([, floor = '']) => (floor === 'app' ? 'src' : floor)))
  expect([...named].toSorted()).toEqual(has.filter((floor) => floor !== 'server').toSorted())
})

test('the container runs what npm start runs, as an unprivileged user, with a health check', () => {
  const [start = ''] = linesOf('CMD')
  const command = v.parse(v.array(v.string()), JSON.parse(start))
  expect(scripts.start).toBe(`tsx ${command.at(-1)}`)
  expect(linesOf('USER')).toEqual(['node'])
  const [health = ''] = linesOf('HEALTHCHECK')
  expect(health).toContain('/api/health')
  const [, script = ''] = v.parse(v.tuple([v.string(), v.string(), v.string()]), JSON.parse(health.slice(health.indexOf('[')))).slice(1)
  expect(() => new Function(script)).not.toThrow()
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
  const known = readFileSync('server/settings.ts', 'utf8')
  expect(Object.keys(given).filter((name) => !new RegExp(`^ {2}${name}: `, 'm').test(known))).toEqual([])
  expect(readSettings(given)).not.toHaveProperty('wrong')
})
