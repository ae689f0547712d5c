import i18n, { createInstance } from 'i18next'
import { describe, expect, it, vi } from 'vitest'
import * as device from './data/device.ts'
import { chooseLanguage, countFormatter, LANGUAGES, preferredLanguage } from './i18n.ts'

// The available languages are set in the test configuration: en, pl and ja.
describe('the language', () => {
  it('is the stored choice before the browser’s', () => expect(preferredLanguage('pl', ['en-GB'])).toBe('pl'))
  it('is the browser’s first available language', () => expect(preferredLanguage(null, ['de-DE', 'pl-PL', 'en'])).toBe('pl'))
  it('is Japanese for a stored jp', () => expect(preferredLanguage('jp', [])).toBe('ja'))
  it('is English if nothing matches', () => expect(preferredLanguage('xx', ['zh'])).toBe('en'))
  it('is offered by its own name, and only if its translations exist', () =>
    expect(LANGUAGES.map(({ name }) => name)).toEqual(['English', 'Polski', '日本語']))
})

it('stays without a network if the chosen one is not on this device', async () => {
  await i18n.init({ lng: 'ja', resources: { ja: { common: {} } } })
  vi.stubGlobal('document', { documentElement: { lang: 'ja' } })
  vi.stubGlobal(
    'fetch',
    vi
      .fn()
      .mockRejectedValueOnce(new TypeError('offline'))
      .mockResolvedValueOnce(Response.json({ common: {} })),
  )
  try {
    expect([await chooseLanguage('pl'), i18n.language, document.documentElement.lang]).toEqual([false, 'ja', 'ja'])
    expect([await chooseLanguage('pl'), i18n.language, document.documentElement.lang]).toEqual([true, 'pl', 'pl'])
  } finally {
    vi.unstubAllGlobals()
  }
})

it.each([
  ['en', '2,736 machines of order 2736'],
  ['de', '2.736 machines of order 2736'],
  ['fr', '2\u202f736 machines of order 2736'],
  ['ja', '2,736 machines of order 2736'],
])('separates the thousands of a count in %s', async (lng, words) => {
  const texts = createInstance().use(countFormatter)
  await texts.init({
    lng,
    resources: { [lng]: { translation: { text: '{{count}} machines of order {{number}}' } } },
    interpolation: { escapeValue: false, alwaysFormat: true },
  })
  expect(texts.t('text', { count: 2736, number: 2736 })).toBe(words)
  expect(texts.t('text', { count: 7, number: 7 })).toBe('7 machines of order 7')
})

it('a count has the separators of the company that is signed in', async () => {
  const account = { locale: 'en-GB', currency: 'EUR', timezone: 'UTC' }
  const open = vi.spyOn(device, 'isOpen').mockReturnValue(true)
  const session = vi.spyOn(device, 'getSession').mockReturnValue({ account } as ReturnType<typeof device.getSession>)
  vi.stubGlobal('document', { documentElement: { lang: 'de' } })
  await import('./data/formats.ts')
  try {
    const texts = createInstance().use(countFormatter)
    const resources = { de: { translation: { text: '{{count}} Automaten' } } }
    await texts.init({ lng: 'de', resources, interpolation: { escapeValue: false, alwaysFormat: true } })
    expect(texts.t('text', { count: 2736 })).toBe('2,736 Automaten')
  } finally {
    vi.unstubAllGlobals()
    session.mockRestore()
    open.mockRestore()
  }
})
