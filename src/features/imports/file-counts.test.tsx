// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as data from '#app/data/formats.ts'
import { ImportPreview } from '#contract/import-preview.ts'
import imports from '../../locales/en/imports.json' with { type: 'json' }
import { FileCounts } from './FileCounts.tsx'

const formats = vi
  .spyOn(data, 'formats')
  .mockReturnValue({ number: String, date: String, currency: 'EUR' } as unknown as ReturnType<typeof data.formats>)
const revoked = vi.spyOn(URL, 'revokeObjectURL')
afterAll(() => {
  for (const one of [formats, revoked]) one.mockRestore()
})
beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'imports', resources: { en: { imports } } })
})
afterEach(cleanup)

const preview = v.parse(ImportPreview, {
  sheets: { names: ['May'], sheet: 'May', isPage: false },
  ...{ heads: ['Date'], fields: [], mapping: {}, rows: 1, sample: [], problems: [], done: false, badRows: 'Date;Error' },
  counts: { records: 0, new: 0, known: 0, refused: 1, machines: 0, products: 0 },
})

test('title counts all problems, not only those that the preview contains', () => {
  const problem = { row: 2, field: 'machine', code: 'UNKNOWN_MACHINE', value: 'Hall' }
  render(
    <MantineProvider>
      <FileCounts preview={{ ...preview, problems: [problem], problemCount: 5_000 } as never} choices={{}} onChange={() => {}} />
    </MantineProvider>,
  )
  expect(screen.getByRole('heading', { name: '5000 problems' })).toBeDefined()
})

test('file of rows stays readable after the click, because browsers read it later', () => {
  render(
    <MantineProvider>
      <FileCounts preview={preview} choices={{}} onChange={() => {}} />
    </MantineProvider>,
  )
  const created = vi.spyOn(URL, 'createObjectURL')
  fireEvent.click(screen.getByRole('button'))
  expect(created).toHaveBeenCalledOnce()
  created.mockRestore()
  expect(revoked).not.toHaveBeenCalled()
})
