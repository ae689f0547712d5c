import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MACHINE_COLUMNS } from '#contract/machines.ts'

const FOLDER = 'src/features/machines'
const sources = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => readFileSync(`${FOLDER}/${file}`, 'utf8'))

test.each([
  ['addMachine', ['blikEnabled', 'openingHours']],
  ['changeMachine', ['type', 'blikEnabled']],
])('the forms that call %s contain every field that managers set, except %j', (call, except) => {
  const forms = sources.filter((source) => new RegExp(`\\b${call}\\b`).test(source)).join('\n')
  expect(MACHINE_COLUMNS.filter((field) => !except.includes(field) && !new RegExp(`\\b${field}\\b`).test(forms))).toEqual([])
})
