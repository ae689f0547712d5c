import { describe, expect, it } from 'vitest'
import { isLanguageFile, isLargePiece, languageCacheName, languagesToCache, NOT_THE_APP } from './cached-files.ts'

const isApp = (path: string) => !NOT_THE_APP.some((pattern) => pattern.test(path))

describe('without a network', () => {
  it('every app address is served by the app', () => {
    for (const path of [
      '/',
      '/?from=home',
      '/scan',
      '/m/kX3_9vQ-1mNpR7tYw2ZaBc',
      '/dashboard/serviceman/machines/7/shortages?tab=INVENTORY_TAB',
      '/apia',
    ])
      expect(isApp(path), path).toBe(true)
  })

  it('API paths are not served by the app', () => {
    for (const path of ['/api', '/api/docs', '/api/files/abc', '/api/public/machines/x/qr-sticker?locale=pl'])
      expect(isApp(path), path).toBe(false)
  })

  it('a file opened by its name is not the app', () => {
    for (const path of ['/icons/icon-512.png', '/guide/restock.png', '/locales/en.json', '/assets/index-abc.js'])
      expect(isApp(path), path).toBe(false)
  })
})

describe('translations of a version', () => {
  it('are English and the languages used on this device, each with its guide', () => {
    const english = ['/locales/en.json', '/locales/guide-en.json']
    expect(languagesToCache([])).toEqual(english)
    const polish = ['/locales/pl.json', '/locales/guide-pl.json']
    expect(languagesToCache(['/locales/pl.json', '/locales/en.json', '/locales/pl.json'])).toEqual([...english, ...polish])
    expect(languagesToCache(['/locales/guide-pl.json', '/locales/pl.json'])).toEqual([...english, ...polish.toReversed()])
  })

  it('are stored separately from those of other versions', () => {
    const built = [
      { url: 'index.html', revision: 'a' },
      { url: 'assets/main-1.js', revision: null },
    ]
    expect(languageCacheName(built)).toBe(languageCacheName([...built]))
    expect(languageCacheName(built)).not.toBe(
      languageCacheName([
        { url: 'index.html', revision: 'b' },
        { url: 'assets/main-1.js', revision: null },
      ]),
    )
    expect(languageCacheName(built)).not.toBe(
      languageCacheName([
        { url: 'index.html', revision: 'a' },
        { url: 'assets/main-2.js', revision: null },
      ]),
    )
  })

  it('never come from elsewhere', () => {
    expect(isLanguageFile('/locales/pl.json')).toBe(true)
    for (const path of ['/locales/../api/me.json', '/locales/pl.json.bak', '/api/locales/pl.json'])
      expect(isLanguageFile(path), path).toBe(false)
  })
})

it('the Japanese font is cached when first needed, the small one with the app', () => {
  expect(isLargePiece('/fonts/paper-japanese-bold.ttf')).toBe(true)
  expect(isLargePiece('/fonts/paper-latin-bold.ttf')).toBe(false)
})
