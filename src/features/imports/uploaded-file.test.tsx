// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/app/query-client.ts'
import * as formats from '#app/data/formats.ts'
import * as data from '#app/data/imports.ts'
import { NotAnswered } from '#app/data/server-requests.ts'
import { ImportPreview } from '#contract/import-preview.ts'
import type { ImportChoices } from '#contract/imports.ts'
import type { ImportState } from '#domain/imports.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import imports from '../../locales/en/imports.json' with { type: 'json' }
import { Route } from './ImportScreen.tsx'

const ID = '7f0c6f0e-5a55-4c7e-9d5b-0f6f1f6f0001'
const shown = vi
  .spyOn(formats, 'formats')
  .mockReturnValue({ number: String, date: String, percentage: String } as unknown as ReturnType<typeof formats.formats>)
// Neither is asked of a server here: the test sets what is read.
const status = vi
  .spyOn(data, 'importStatus')
  .mockImplementation((id) => ({ queryKey: ['import', id], queryFn: () => new Promise(() => {}) }) as never)
const list = vi.spyOn(data, 'importList').mockReturnValue({ queryKey: ['imports'], queryFn: () => [] } as never)
const reading = vi.spyOn(data.readUpload, 'mutationFn')
const sending = vi.spyOn(data.previewFile, 'mutationFn')
const uploading = vi.spyOn(data.uploadFile, 'mutationFn')
afterAll(() => {
  for (const one of [shown, status, list, reading, sending, uploading]) one.mockRestore()
})
beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common, imports } } })
})
beforeEach(() => {
  reading.mockReset()
})
afterEach(cleanup)

const OTHER_ID = '7f0c6f0e-5a55-4c7e-9d5b-0f6f1f6f0002'
const previewOf = (mapping: Record<string, number>) =>
  v.parse(ImportPreview, {
    sheets: { names: ['May', 'June'], sheet: 'May', isPage: false },
    heads: ['Date', 'First', 'Second', 'Third'],
    fields: ['at', 'slot', 'card'].map((name) => ({ name, required: name === 'at' })),
    mapping,
    rows: 2,
    sample: [['2024-06-01', 'A1', 'B2', 'C3']],
    problems: [],
    done: false,
    counts: { records: 2, new: 2, known: 0, refused: 0, machines: 0, products: 0 },
  })

async function show(search = `&upload=${ID}`) {
  const client = createQueryClient()
  client.setQueryDefaults(['import'], { staleTime: Number.POSITIVE_INFINITY })
  const respond = (
    state: ImportState,
    choices: ImportChoices,
    mapping: Record<string, number>,
    id = ID,
    why: string | null = null,
    more: object = {},
  ) =>
    client.setQueryData(['import', id], {
      id,
      kind: 'SALES',
      name: `${id}.csv`,
      state,
      progress: 0.5,
      why,
      choices,
      preview: { ...previewOf(mapping), ...more },
    })
  respond('READY', {}, { at: 0 })
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: '_signed-in' })
  const managers = createRoute({ getParentRoute: () => signedIn, id: '_managers' })
  const screenRoute = Route.update({ path: '/dashboard/import', getParentRoute: () => managers } as never)
  const routeTree = root.addChildren([signedIn.addChildren([managers.addChildren([screenRoute as never])])])
  const history = createMemoryHistory({ initialEntries: [`/dashboard/import?kind=SALES${search}`] })
  const router = createRouter({ routeTree, history })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByRole('combobox', { name: search === '' ? 'File contents' : 'Slot' })
  return {
    respond: (...status: Parameters<typeof respond>) => act(() => void respond(...status)),
    open: (upload: string) => act(() => router.navigate({ to: '/dashboard/import', search: { kind: 'SALES', upload } } as never)),
  }
}
const field = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
const choose = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const begin = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Import 2 rows/ })
const sent = () => reading.mock.calls.map(([{ choices }]) => choices)

it('keeps the fields and what was chosen while the file is read again', async () => {
  const { respond } = await show()
  let answer = () => {}
  reading.mockReturnValueOnce(new Promise<void>((done) => (answer = done)) as never)
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: /^Save these columns/ })
  fireEvent.change(name, { target: { value: 'Weekly' } })
  const slot = field('Slot')
  choose('Slot', '1')
  await waitFor(() => expect([slot.value, begin().disabled]).toEqual(['1', true]))
  respond('READING', { mapping: { at: 0, slot: 1 } }, { at: 0 })
  await screen.findByRole('progressbar')
  await act(async () => answer())
  expect(field('Slot')).toBe(slot)
  expect([slot.value, name.value, begin().disabled]).toEqual(['1', 'Weekly', true])
  respond('READY', { mapping: { at: 0, slot: 1 } }, { at: 0, slot: 1 })
  await waitFor(() => expect(begin().disabled).toBe(false))
  expect([field('Slot'), slot.value, name.value]).toEqual([slot, '1', 'Weekly'])
})

it('applies what was chosen while the file was read after that', async () => {
  const { respond } = await show()
  reading.mockResolvedValue(undefined as never)
  choose('Slot', '1')
  await waitFor(() => expect(sent()).toEqual([{ mapping: { at: 0, slot: 1 } }]))
  respond('READING', { mapping: { at: 0, slot: 1 } }, { at: 0 })
  await screen.findByRole('progressbar')
  choose('Card', '2')
  choose('Slot', '3')
  expect([field('Slot').value, field('Card').value]).toEqual(['3', '2'])
  expect(sent()).toHaveLength(1)
  respond('READY', { mapping: { at: 0, slot: 1 } }, { at: 0, slot: 1 })
  await waitFor(() => expect(sent()[1]).toEqual({ mapping: { at: 0, slot: 3, card: 2 } }))
})

it('shows beside a choice why it makes the file unreadable', async () => {
  const { respond } = await show()
  reading.mockResolvedValue(undefined as never)
  const slot = field('Slot')
  choose('Sheet', 'June')
  await waitFor(() => expect(sent()).toEqual([{ sheet: 'June' }]))
  respond('FAILED', { sheet: 'June' }, { at: 0 }, ID, 'NO_TABLE')
  const reason = await screen.findByRole('alert')
  expect(reason.textContent).toBe(imports.unreadable.NO_TABLE)
  expect([field('Slot'), field('Sheet').value, begin().disabled]).toEqual([slot, 'June', true])
  expect(reason.closest('.mantine-InputWrapper-root')?.contains(field('Sheet'))).toBe(true)
  choose('Sheet', 'May')
  await waitFor(() => expect(sent()[1]).toEqual({ sheet: 'May' }))
  respond('READY', { sheet: 'May' }, { at: 0 })
  await waitFor(() => expect(begin().disabled).toBe(false))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('starts another import with its own choices', async () => {
  const { respond, open } = await show()
  reading.mockResolvedValue(undefined as never)
  choose('Slot', '1')
  fireEvent.change(screen.getByRole('textbox', { name: /^Save these columns/ }), { target: { value: 'Weekly' } })
  await waitFor(() => expect(sent()).toEqual([{ mapping: { at: 0, slot: 1 } }]))
  respond('READY', { decimal: ',' }, { at: 0, card: 2 }, OTHER_ID)
  await open(OTHER_ID)
  await waitFor(() => expect(field('Card').value).toBe('2'))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Save these columns/ }).value).toBe('')
  choose('Slot', '3')
  await waitFor(() => expect(sent()[1]).toEqual({ decimal: ',', mapping: { at: 0, card: 2, slot: 3 } }))
})

it('returns to the file that was selected here without the choices of another', async () => {
  const { respond, open } = await show('')
  uploading.mockResolvedValueOnce(ID)
  sending.mockResolvedValueOnce('too-large')
  reading.mockResolvedValue(undefined as never)
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  fireEvent.change(input, { target: { files: [new File(['a'], 'sales.csv')] } })
  await waitFor(() => expect(field('Slot').value).toBe(''))
  respond('READY', { decimal: ',' }, { at: 0, card: 2 }, OTHER_ID)
  await open(OTHER_ID)
  await waitFor(() => expect(field('Card').value).toBe('2'))
  await open(ID)
  await waitFor(() => expect(field('Card').value).toBe(''))
  reading.mockClear()
  choose('Slot', '1')
  await waitFor(() => expect(sent()).toEqual([{ mapping: { at: 0, slot: 1 } }]))
})

it('shows the choice that made an upload unreadable when the page is opened again', async () => {
  const { respond } = await show()
  respond('FAILED', { sheet: 'June' }, { at: 0 }, ID, 'NO_TABLE')
  const reason = await screen.findByRole('alert')
  expect(field('Sheet').value).toBe('June')
  expect(reason.closest('.mantine-InputWrapper-root')?.contains(field('Sheet'))).toBe(true)
})

it('forgets the name for saved columns when another file is chosen', async () => {
  await show('')
  sending.mockResolvedValueOnce(previewOf({ at: 0 }))
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  fireEvent.change(input, { target: { files: [new File(['a'], 'sales.csv')] } })
  const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Save these columns/ })
  fireEvent.change(await screen.findByRole('textbox', { name: /^Save these columns/ }), { target: { value: 'Weekly' } })
  expect(name().value).toBe('Weekly')
  sending.mockResolvedValueOnce(previewOf({ at: 0, slot: 1 }))
  fireEvent.change(input, { target: { files: [new File(['b'], 'other.csv')] } })
  await waitFor(() => expect(field('Slot').value).toBe('1'))
  expect(name().value).toBe('')
})

it('keeps the control of a time zone that the user has declined', async () => {
  const { respond } = await show()
  reading.mockResolvedValue(undefined as never)
  const doubts = [{ doubt: 'ZONE', text: 'UTC', rows: [] }]
  respond('READY', {}, { at: 0 }, ID, null, { doubts })
  const local = await screen.findByRole<HTMLInputElement>('checkbox', { name: imports.companyZone })
  fireEvent.click(local)
  await waitFor(() => expect(sent()).toEqual([{ fixed: { zone: 'local' } }]))
  respond('READY', { fixed: { zone: 'local' } }, { at: 0 })
  await waitFor(() => expect(local.isConnected).toBe(false))
  const kept = await screen.findByRole<HTMLInputElement>('checkbox', { name: imports.companyZone })
  expect(kept.checked).toBe(true)
  fireEvent.click(kept)
  await waitFor(() => expect(sent()[1]).toEqual({ fixed: {} }))
})

it('keeps the fields of a small file that a choice makes unreadable', async () => {
  await show('')
  sending.mockResolvedValueOnce(previewOf({ at: 0 }))
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  fireEvent.change(input, { target: { files: [new File(['a'], 'sales.csv')] } })
  await screen.findByRole('combobox', { name: 'Slot' })
  sending.mockRejectedValueOnce(new NotAnswered({ state: 'refused', status: 422, code: 'IMPORT_UNREADABLE', details: { why: 'NO_TABLE' } }))
  choose('Sheet', 'June')
  expect((await screen.findByRole('alert')).textContent).toBe(imports.unreadable.NO_TABLE)
  expect([field('Sheet').value, begin().disabled]).toEqual(['June', true])
  sending.mockResolvedValueOnce(previewOf({ at: 0, slot: 1 }))
  choose('Sheet', 'May')
  await waitFor(() => expect([field('Slot').value, begin().disabled]).toEqual(['1', false]))
})
