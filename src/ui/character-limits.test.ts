// @vitest-environment happy-dom
import i18n from 'i18next'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import common from '../locales/en/common.json' with { type: 'json' }
import { limitByCharacters } from './character-limits.ts'
import * as toasts from './toasts.ts'

const info = vi.spyOn(toasts, 'toastInfo').mockImplementation(() => {})
afterAll(() => info.mockRestore())
beforeAll(async () => {
  await i18n.init({ lng: 'en', defaultNS: 'common', resources: { en: { common } } })
  limitByCharacters(document)
})

async function paste(text: string, { value = '', maxLength = 10, tag = 'input' as 'input' | 'textarea', selected = 0 } = {}) {
  info.mockClear()
  const field = document.createElement(tag)
  if (maxLength >= 0) field.maxLength = maxLength
  field.value = value
  field.setSelectionRange(0, selected)
  document.body.append(field)
  field.dispatchEvent(Object.assign(new Event('paste', { bubbles: true }), { clipboardData: { getData: () => text } }))
  // The message is loaded on demand.
  await vi.dynamicImportSettled()
  return info.mock.calls.map(([message]) => message)
}

const SHORTENED = ['The text is longer than the field. Its first part was inserted, up to 10 characters.']

test.each([
  ['a text that fits', '1234567890', {}, []],
  ['a longer text', '12345678901', {}, SHORTENED],
  ['a text behind another', '12345', { value: '123456' }, SHORTENED],
  ['a text that replaces another', '12345', { value: '123456', selected: 6 }, []],
  ['line breaks that a field of one line leaves out', '12345\r\n67890', {}, []],
  ['line breaks that a field of several lines keeps', '12345\r\n67890', { tag: 'textarea' as const }, SHORTENED],
  ['ten emoji', '😀'.repeat(10), {}, []],
  ['eleven emoji', '😀'.repeat(11), {}, SHORTENED],
  ['a text in a field without a limit', '12345678901', { maxLength: -1 }, []],
])('%s', async (_, text, given, messages) => {
  expect(await paste(text, given)).toEqual(messages)
})

function roomFor(data: string, { value = '', selected = 0 } = {}): number {
  const field = document.createElement('input')
  document.body.append(field)
  Object.assign(field, { maxLength: 10, value })
  field.setSelectionRange(0, selected)
  const insert = () => field.dispatchEvent(Object.assign(new Event('beforeinput', { bubbles: true }), { data }))
  insert()
  const room = field.maxLength
  insert()
  // The limit is that of the form, however often text is inserted.
  expect(field.maxLength).toBe(room)
  return room
}

test.each([
  ['letters', 'a', {}, 10],
  ['ten emoji', '😀'.repeat(10), {}, 20],
  ['more emoji than fit', '😀'.repeat(30), {}, 20],
  ['letters and emoji, of which the letters fit', `${'a'.repeat(10)}${'😀'.repeat(10)}`, {}, 10],
  ['an emoji behind another', '😀', { value: '😀abc' }, 12],
  ['a letter instead of an emoji', 'a', { value: '😀', selected: 2 }, 10],
  ['nothing, when a text is deleted', '', { value: '😀😀' }, 12],
])('a field of 10 characters makes room for %s', (_, data, given, units) => expect(roomFor(data, given)).toBe(units))
