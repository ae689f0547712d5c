import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Outcome } from './outcome.ts'
import { byProject, type PartResult, reportFailures, timeTable } from './summary.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roundsman-summary-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const passed: Outcome = { file: 'domain/a.test.ts', title: 'adds', isPassed: true, seconds: 1 }
const part = (name: string, ...outcomes: Outcome[]): PartResult => ({ name, seconds: 90, outcomes, files: { 'domain/a.test.ts': 61.26 } })

test('the table has minutes per part, their sum and the slowest files', () => {
  const table = timeTable([part('unit', passed), part('journeys')])
  expect(table).toContain('1.5 min  unit, 1 tests')
  expect(table).toContain('3.0 min  all')
  expect(table).toContain('61.3 s  domain/a.test.ts (unit)')
})

test('a run of several projects has a part per project', () => {
  const outcomes = [
    { ...passed, project: 'embedded' },
    { ...passed, project: 'postgresql' },
    { ...passed, isPassed: false, title: 'Error' },
  ]
  const projects = { embedded: { 'domain/a.test.ts': 60 }, postgresql: { 'domain/a.test.ts': 20 } }
  const both = { name: 'unit', seconds: 40, outcomes, files: { 'domain/a.test.ts': 80 }, projects }
  const [embedded, postgres, ...others] = byProject(both, { embedded: 'unit, embedded', postgresql: 'unit, PostgreSQL' })
  expect(others).toEqual([])
  expect(embedded).toMatchObject({ name: 'unit, embedded', seconds: 30, files: projects.embedded, outcomes: [outcomes[0], outcomes[2]] })
  expect(postgres).toMatchObject({ name: 'unit, PostgreSQL', seconds: 10, files: projects.postgresql, outcomes: [outcomes[1]] })
})

test('a machine with one database has one part, including runs without a report', () => {
  const run = { name: 'unit', seconds: 40, outcomes: [{ ...passed, isPassed: false }], files: {} }
  const names = { embedded: 'unit, embedded', postgresql: 'unit, PostgreSQL' }
  expect(byProject(run, names)).toMatchObject([{ name: 'unit, embedded', seconds: 40, outcomes: run.outcomes }])
})

test('a failure is printed with its reason, the ends of its texts and the seed', () => {
  const picture = join(folder, 'phone-1.png')
  writeFileSync(picture, 'pixels')
  const lines = Array.from({ length: 400 }, (_, line) => `line ${line}`).join('\n')
  const failed: Outcome = {
    ...passed,
    title: 'subtracts',
    isPassed: false,
    message: 'expected 1 to be 2',
    attachments: [
      { name: 'server output', text: lines },
      { name: 'phone 1', path: picture },
      { name: 'never taken', path: join(folder, 'missing.png') },
    ],
  }
  const kept = join(folder, 'failures')
  const [text = '', ...others] = reportFailures([part('unit', passed, failed)], kept, 4711)
  expect(others).toEqual([])
  for (const words of [
    'Failed 1 of 1: domain/a.test.ts > subtracts',
    'expected 1 to be 2',
    'line 0\n',
    'line 119\n(255 more lines)\nline 375\n',
    'line 399',
    'Seed: 4711',
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('line 200')
  const files = readdirSync(kept).toSorted()
  expect(files).toEqual(['1-a.test.ts-subtracts-phone-1.png', '1-a.test.ts-subtracts.txt'])
  expect(readFileSync(join(kept, files[1] ?? ''), 'utf8')).toContain('line 200')
})

test('failures of an earlier run are removed', () => {
  const kept = join(folder, 'failures')
  reportFailures([part('unit', { ...passed, isPassed: false })], kept, 1)
  expect(reportFailures([part('unit', passed)], kept, 1)).toEqual([])
  expect(existsSync(kept)).toBe(false)
})
